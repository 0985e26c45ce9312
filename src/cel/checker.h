// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "cel/expression.h"
#include "cel/program.h"
#include "cel/source.h"

namespace sluice::cel {

// Finds the type of every node, what names refer to and which overloads calls may mean, and notes
// it in the tree; adds an issue for whatever does not fit. Answers how many local variables live at
// the same time at most.
std::size_t check(Expression& tree, const Declarations& declarations, std::vector<Issue>& issues);

}  // namespace sluice::cel
