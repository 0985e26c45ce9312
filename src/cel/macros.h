// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cel/expression.h"
#include "cel/source.h"

namespace sluice::cel {

// What a call that is a macro (has, all, map, cel.bind, optMap, ...) stands for; any other call
// comes back as it is. Adds an issue and answers null when a macro is used wrongly. `binds`:
// whether cel.bind is one.
ExpressionPtr expand_macro(ExpressionPtr call, bool binds, std::vector<Issue>& issues);

}  // namespace sluice::cel
