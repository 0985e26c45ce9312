// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cel/functions/function.h"

namespace sluice::cel {

// Costs as cel-go and Kubernetes charge them. One unit is about one step over a scalar; ten
// characters of a string make one.

inline constexpr std::uint64_t kListCost = 10;
inline constexpr std::uint64_t kMapCost = 30;
inline constexpr std::uint64_t kObjectCost = 40;

// Characters, bytes, items or entries; 1 for scalars.
std::uint64_t size_of(const Value& value);

// size / 10, rounded up.
std::uint64_t traversal(std::uint64_t size);

std::uint64_t cost_traverse_first(const Arguments& arguments, const Value& result);
std::uint64_t cost_traverse_twice(const Arguments& arguments, const Value& result);
std::uint64_t cost_traverse_both(const Arguments& arguments, const Value& result);
std::uint64_t cost_traverse_shorter(const Arguments& arguments, const Value& result);
std::uint64_t cost_search(const Arguments& arguments, const Value& result);
std::uint64_t cost_regex(const Arguments& arguments, const Value& result);
std::uint64_t cost_second_size(const Arguments& arguments, const Value& result);
std::uint64_t cost_elements(const Arguments& arguments, const Value& result);
std::uint64_t cost_join(const Arguments& arguments, const Value& result);
std::uint64_t cost_output(const Arguments& arguments, const Value& result);

// Whether the cost can only be known after the call.
bool costs_by_result(CostFunction cost);

// Of a pattern that long on a string that long.
std::uint64_t regex_cost(std::uint64_t text_size, std::uint64_t pattern_size);

}  // namespace sluice::cel
