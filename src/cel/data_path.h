// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cel {

// How many characters, items or entries the part of a variable at those steps has at most. A step
// is the name of a field, or one of those below. Nothing when there is no such part.
using SizeLookup = std::function<std::optional<std::uint64_t>(std::span<const std::string> steps)>;

inline constexpr std::string_view kItemsStep = "@items";
inline constexpr std::string_view kIndicesStep = "@indices";
inline constexpr std::string_view kKeysStep = "@keys";
inline constexpr std::string_view kValuesStep = "@values";

// The way from a variable to a part of it, as far as an expression shows it. The first word is the
// variable; which one says nothing, because sizes are the same for all.
//
// Two ways that go on from the same one may share memory, and then the later step replaces the
// earlier in both. That is how cel-go's estimates come about, so definitions are accepted or
// refused by it.
class DataPath {
 public:
  DataPath() = default;  // of values that are part of no variable
  explicit DataPath(std::string_view variable);

  DataPath then(std::string_view step) const;

  bool empty() const { return length_ == 0; }
  std::span<const std::string> steps() const;  // without the variable

 private:
  std::shared_ptr<std::vector<std::string>> words_;  // as many as there is room for
  std::size_t length_ = 0;
};

}  // namespace sluice::cel
