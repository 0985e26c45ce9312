// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "nomad/client.h"
#include "services/render.h"

namespace sluice::nomad {

// What would be done for one job.
struct Step {
  Plan plan;
  json::Value job;  // null: it is of no service any more, and is stopped
};

struct JobStatus {
  std::string job;
  std::int64_t version = 0;             // what was registered last
  std::vector<Allocation> allocations;  // one for each machine
  bool once = false;                    // one that has failed is not started again

  bool is_up(const Allocation& one) const;  // it is of that version and runs
  bool up() const;                          // there are some, and all of them are
};

// Runs the services of a graph as jobs of Nomad. What a plan showed is what is registered, or
// nothing is: a job that was changed meanwhile is a Conflict.
class Engine {
 public:
  Engine(Client& client, Clock& clock);

  // Asks what Nomad knows, then compares every job. Invalid when this Nomad would limit the memory
  // of what shall have no limit, with the remedy. AlreadyExists names whose a job of the name is.
  Result<std::vector<Step>> plan(const services::NodeServices& graph,
                                 services::RenderOptions options);
  Result<void> apply(const std::vector<Step>& steps);

  // One look at each job; those whose system allocation is dead are evaluated again, once for each.
  Result<std::vector<JobStatus>> look(const services::NodeServices& graph);

  // Looks until all are up. Timeout says what is missing.
  Result<void> wait(const services::NodeServices& graph, Duration timeout);

 private:
  Result<void> look_at(JobStatus& status, std::int64_t& index, Duration wait);

  Client& client_;
  Clock& clock_;
  std::map<std::string, std::string> evaluated_;  // by job and machine: the dead allocation
};

}  // namespace sluice::nomad
