// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "clusters/cluster.h"
#include "json/value.h"
#include "slurmconf/rollout.h"

namespace sluice::clusters {

// Which objects are those of the new spec already. Of a change of release that is the order in
// which Slurm wants its daemons to follow: slurmdbd, slurmctld, slurmd.
struct Switched {
  bool files = false;
  bool accounting = false;  // and its database
  bool controller = false;
  bool others = false;    // what is left; and what is not wanted any more goes
  bool machines = false;  // slurmctld has taken over its part: they may come back as others

  bool all() const { return others; }
};

// At this point of a rollout. Pure.
Switched switched_at(const slurmconf::Rollout& rollout, const slurmconf::Plan& plan,
                     bool can_go_back);

// The objects that are to be there then, of those before and after. Pure.
std::vector<json::Value> objects_at(const Switched& switched, const Cluster& cluster,
                                    const std::vector<json::Value>& before,
                                    const std::vector<json::Value>& after);

// Words for the pods that a restart of the plan would leave as they are, since nothing of them
// changes: `mark`; for others those that they have. Pure.
Restarts restarts_for(const slurmconf::Plan& plan, const Cluster& cluster,
                      const std::vector<json::Value>& before,
                      const std::vector<json::Value>& after, const std::string& mark);

// What it takes to start everything anew because somebody asks for it by this word. Pure.
std::vector<slurmconf::Change> restart_changes(const Cluster& cluster, const std::string& word);

// What changes of the daemons themselves: release, programs, how they are started; but for
// restarts that are among `steps` anyway. Refused ones say why. Pure.
std::vector<slurmconf::Change> daemon_changes(const Cluster& from, const Cluster& to,
                                              const std::vector<json::Value>& before,
                                              const std::vector<json::Value>& after,
                                              const std::vector<slurmconf::Step>& steps);

}  // namespace sluice::clusters
