// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/schema.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// One step from a value to a part of it, as metadata.managedFields names it. A value type; the
// text of equal elements is equal.
struct PathElement {
  enum class Step : std::uint8_t {
    kField,  // "f:": member of an object or map, by name
    kKey,    // "k:": item of a list, by its key fields: {"name":"a"}
    kValue,  // "v:": item of a set, by its value
    kIndex,  // "i:": item of a list, by position
  };

  Step step = Step::kField;
  std::string text;  // what follows the prefix

  static PathElement field(std::string_view name) { return {Step::kField, std::string(name)}; }

  // The identity of an item of `list`, which is a set or has keys. Invalid when it has none.
  static Result<PathElement> item(const Field& list, const json::Value& item);

  // "f:spec"; nothing for a prefix that is not known, BadRequest for text that is not one at all.
  static Result<std::optional<PathElement>> parse(std::string_view text);
  std::string to_string() const;

  // For people: .spec, [name="a"], [="v"], [0].
  std::string display() const;

  friend auto operator<=>(const PathElement&, const PathElement&) = default;
};

}  // namespace sluice::api
