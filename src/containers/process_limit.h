// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sluice::containers {

// How many processes and threads a pod has at most that was given no other number: 15 % of what the
// machine can have, which is what systemd lets a service have.
std::uint64_t usual_process_limit();

// This process and all it starts make no further process while their user has that many in the
// user namespace they are in; the namespaces below count for it. A lower limit that holds already
// stays. Whoever is root of the machine is never limited, and before Linux 5.14 all processes count
// that the user has on the machine.
void limit_processes(std::uint64_t most);

}  // namespace sluice::containers
