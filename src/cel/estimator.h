// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cel/data_path.h"
#include "cel/expression.h"
#include "cel/range.h"

namespace sluice::cel {

// What evaluating a checked tree will cost at least and at most, by cel-go's rules, given how large
// what its variables hold can be. The tree is as the checker left it: with literals folded it would
// cost less.
Range estimate_cost(const Expression& tree, const SizeLookup& sizes);

}  // namespace sluice::cel
