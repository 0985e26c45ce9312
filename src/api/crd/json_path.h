// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// A path as printer columns of custom resources use it: ".spec.replicas",
// ".status.conditions[?(@.type==\"Ready\")].status", ".metadata.labels.example\.com/a",
// ".spec.items[0]['name']". A subset of kubectl's JSONPath. Immutable.
class JsonPath {
 public:
  static Result<JsonPath> parse(std::string_view text);  // Invalid says what is not understood

  // The first value it selects; null pointer when there is none.
  const json::Value* find(const json::Value& root) const;

 private:
  struct Step {
    enum class Kind { kMember, kIndex, kEvery, kFilter };
    Kind kind = Kind::kMember;
    std::string name;                // kMember
    std::int64_t index = 0;          // kIndex; negative counts from the end
    std::vector<std::string> where;  // kFilter: members from the item to the compared value
    std::string op;                  // "==", "!=", "" for "is there"
    json::Value literal;
  };

  Result<void> read_bracket(std::string_view inside);
  Result<void> read_filter(std::string_view condition);
  const json::Value* find(const json::Value& at, std::size_t step) const;
  static bool holds(const Step& step, const json::Value& item);

  std::vector<Step> steps_;
};

}  // namespace sluice::api
