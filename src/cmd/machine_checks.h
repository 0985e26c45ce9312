// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "cmd/finding.h"
#include "cmd/home.h"

namespace sluice::cmd {

// What the machine this runs on can do for pods: how containers run here and as whom.
Findings machine_findings();

// Whether compute nodes see the state directory, as far as it can be told from here.
Finding home_finding(const Home& home);

// What only a compute node knows: all of the above, whether it sees the state directory, in which
// `mark` is a file, and whether it can connect to the machine of `sluice up`.
struct NodeQuestion {
  std::string mark;
  std::string host;
  std::uint16_t port = 0;
};
Findings node_findings(const NodeQuestion& question);

}  // namespace sluice::cmd
