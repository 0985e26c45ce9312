// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/client.h"
#include "machines/fleet.h"
#include "machines/slurm_view.h"

namespace sluice::machines {

// The annotation for which a MachineSet that is scaled down takes a Machine before others.
inline constexpr const char* kDeleteFirst = "cluster.x-k8s.io/delete-machine";

// Its value where it is ours; one with another value is somebody else's and stays.
inline constexpr const char* kOurMark = "sluice.dev/no-jobs";

// A Machine whose annotation has to change, and the JSON patch that does it; it fails when the
// Machine has changed meanwhile.
struct Mark {
  client::ObjectPtr machine;
  json::Value patch;
};

// In each MachineSet with Machines whose nodes run jobs and others whose nodes do not, those others
// are marked, and nobody else: one that is scaled down takes them first. A mark has to be there
// before, as Machines are chosen in the moment in which the number changes. Marks of others stay
// as they are. Pure.
std::vector<Mark> marks_to_change(const std::vector<Fleet::Member>& members,
                                  const SlurmView::Nodes& nodes);

// Whether one of the MachineSets has machines to choose among: marks are to follow their jobs then.
bool has_choice(const std::vector<Fleet::Member>& members);

}  // namespace sluice::machines
