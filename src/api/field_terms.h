// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::api {

// One condition of a field selector: "spec.nodeName!=a".
struct FieldTerm {
  std::string field;
  std::string value;
  bool equal = true;
};

// The conditions of a field selector, whatever kind they are for. BadRequest in upstream's words.
// What selects and what is allowed to be selected must both be read with this, or somebody finds a
// text that the two understand differently.
Result<std::vector<FieldTerm>> parse_field_terms(std::string_view text);

// The text of a condition that parse_field_terms reads as just that one.
std::string equality_term(std::string_view field, std::string_view value);

// The name that everything selected has; empty when no condition says it.
std::string required_name(const std::vector<FieldTerm>& terms);

}  // namespace sluice::api
