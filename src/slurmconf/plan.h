// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "slurmconf/config.h"
#include "slurmconf/facts.h"
#include "slurmconf/release.h"

namespace sluice::slurmconf {

// What must have no job before a change is made.
struct Guard {
  enum class Kind { kNothing, kPartition, kNode, kMachines };  // the last: any node at all
  Kind kind = Kind::kNothing;
  std::string name;

  friend bool operator==(const Guard&, const Guard&) = default;
};

struct Change {
  File file = File::kSlurm;
  std::string what;  // "MaxJobCount", "partition debug MaxTime", "node n1"
  std::string from;  // empty: it was not there; of passwords only that there is one
  std::string to;
  Class needs = Class::kReconfigure;
  std::string why;  // why no less is enough, or why it is refused; may be empty
  Guard guard = {};
  bool of_cluster = false;  // not of a file: of what runs the daemons

  friend bool operator==(const Change&, const Change&) = default;
};

// In the order in which they are done.
enum class Step {
  kWriteFiles,
  kRestartSlurmdbd,
  kRestartSlurmctld,
  kReconfigure,
  kRestartSlurmd,  // in batches
  kVerify,
};
std::string_view to_string(Step step);  // "restart slurmd on all nodes, in batches"

// From one configuration to another: what changes, what that takes, in which order. Nothing to do
// and refused plans have no steps.
struct Plan {
  Release release;
  std::vector<Change> changes;
  Class needs = Class::kNoop;
  std::vector<Step> steps;
  std::string by_hand = {};  // what is left to people, for nobody else does it
};

// How many jobs, pending ones included, are where.
struct Usage {
  std::map<std::string, int> jobs_of_partition;
  std::map<std::string, int> jobs_of_node;
  int jobs_on_nodes = 0;  // whichever those are
};

// Compares what the files mean, not how they are written. At most one Config for each file; both
// sides have passed check().
Plan make_plan(const std::vector<Config>& from, const std::vector<Config>& to, Release release);

// The same plan with further changes.
Plan with_changes(Plan plan, const std::vector<Change>& more);

// The same plan where no agent looks after the slurmd of the cluster.
Plan without_agents(Plan plan);

// The same plan, refused where a guard finds jobs.
Plan with_usage(Plan plan, const Usage& usage);

// For people: what changes and why, then the steps.
std::string to_text(const Plan& plan);
std::string refusals(const Plan& plan);  // the reasons of what is refused, one line; empty: none
// Whether two such lines differ at most in how many jobs are in the way.
bool same_refusals(std::string_view a, std::string_view b);
bool endangers_jobs(const Plan& plan);  // something is guarded

}  // namespace sluice::slurmconf
