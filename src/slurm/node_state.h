// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::slurm {

// What the state of a node says, as Slurm prints it: "MIXED+DRAIN+DYNAMIC_NORM", "DOWN*". Pure.

// Whether it has that word, by itself or as a flag. DOWN* is NOT_RESPONDING.
bool state_has(std::string_view state, std::string_view word);

// Whether such a node can ever get work as it is.
bool is_usable_state(std::string_view state);

}  // namespace sluice::slurm
