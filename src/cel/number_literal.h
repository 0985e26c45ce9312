// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "cel/value.h"

namespace sluice::cel {

// Numbers as the lexer finds them, without their sign; nothing when they do not fit.
std::optional<Value> int_literal(std::string_view text, bool negative);
std::optional<Value> uint_literal(std::string_view text);  // with its "u"
std::optional<Value> double_literal(std::string_view text, bool negative);

}  // namespace sluice::cel
