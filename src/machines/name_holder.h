// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "machines/fleet.h"

namespace sluice::machines {

// The other Machine that is the same node of the same Slurm cluster, or will be before this one:
// both would take it from one another. Null: there is none.
client::ObjectPtr holder_of_name(const Fleet& fleet, const client::Object& machine,
                                 const SlurmMachine& slurm);

}  // namespace sluice::machines
