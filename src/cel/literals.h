// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "cel/expression.h"
#include "cel/source.h"

namespace sluice::cel {

// Finds literals of a checked tree that could never work: durations, times and patterns that are
// none, lists and maps of mixed types.
void check_literals(Expression& tree, std::vector<Issue>& issues);

// Replaces lists, maps and conversions of literals by their values, and compiles literal patterns,
// so that evaluations find them done; that is free of cost. Invalid when a conversion fails.
Result<void> fold_literals(Expression& tree);

}  // namespace sluice::cel
