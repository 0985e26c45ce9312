// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace sluice::jobs {

// Indices of tasks of an array, as Slurm writes them.
using IndexSet = std::set<std::int64_t>;

// Of "0-4,6,10-20:5%2": what follows % says how many may run and is no index. Nothing when it is
// not such an expression, or of more than a million indices.
std::optional<IndexSet> parse_indices(std::string_view text);

// The shortest such expression: "0-4,6,10,15,20".
std::string indices_text(const IndexSet& indices);

}  // namespace sluice::jobs
