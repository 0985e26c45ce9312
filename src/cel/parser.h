// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "cel/expression.h"
#include "cel/source.h"

namespace sluice::cel {

// The tree of an expression with all macros expanded. When something is wrong, issues are added
// and the answer is null. Depth and length of what is accepted are bounded. `binds`: see
// Declarations.
ExpressionPtr parse(std::string_view source, bool binds, std::vector<Issue>& issues);

}  // namespace sluice::cel
