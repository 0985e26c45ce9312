// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::machines {

// The finalizer of SlurmNodeClasses that Machines or VirtualKubeletConfigs name, and of the Secret
// with the authority of their agents: machines leave Slurm as the class says, through agents that
// trust this authority alone.
inline constexpr const char* kNeededByMachines = "sluice.dev/machines";

// Puts it on both or takes it off both, where that is not so yet.
Result<void> hold_class(client::Client& client, const api::Kind& kind,
                        const client::Object& node_class, bool is_needed);

// Takes it off the Secret of a class that has gone without waiting, and that nobody names any more.
Result<void> release_authority(client::Client& client, const api::Key& node_class);

}  // namespace sluice::machines
