// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "machines/contents.h"
#include "machines/role.h"

namespace sluice::machines {

struct PlannedFile {
  std::string path;
  std::string owner;  // "root:root"; empty: who writes it, root
  unsigned mode = 0644;
  std::string bytes;
  bool gzipped = false;  // unpacked on the machine
  bool is_text = false;  // template variables in it are filled in
  bool append = false;
  bool is_secret = false;  // nobody else may read it
};

// All that is done to a machine at its first start, whatever reads it there.
struct Plan {
  std::string hostname;  // empty: as the infrastructure says
  json::Array users;     // as in VirtualKubeletConfig, with the hashes of their passwords
  std::vector<PlannedFile> files;
  std::vector<std::string> packages;
  std::vector<std::string>
      commands;  // in order; one that fails does not keep the next from running
};

// Who the machine is and what it is to be; references outlive the call only.
struct PlanInput {
  const json::Value& config;      // a VirtualKubeletConfig
  const json::Value& node_class;  // its SlurmNodeClass; null where it names none
  std::string machine;            // the name of its Machine
  const Contents& contents;       // of all that wanted_by() says
  std::string version = {};       // of Kubernetes, as the Machine has it; empty: it names none
  std::string power_saved = {};   // the node of Slurm's power saving that it is; empty: none
};

// Pure. What the user wrote comes with what the role needs, never instead of it. Invalid names the
// field and what is expected there.
Result<Plan> make_plan(const PlanInput& input);

}  // namespace sluice::machines
