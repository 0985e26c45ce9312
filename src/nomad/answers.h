// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::nomad {

// What Nomad's API answers. Whatever it says, reading it harms nobody: what is missing reads as
// nothing.

// What a plan says that registering a job would do.
struct Plan {
  std::string job;
  std::string type;                     // Added, Edited, Deleted or None
  std::int64_t job_modify_index = 0;    // of the job it was compared with; 0: there is none
  std::vector<std::string> changes;     // for people: "~ Priority: 50 -> 70"
  std::vector<std::string> placements;  // "slurmd: 3 create, 1 in-place update"
  std::vector<std::string> failures;    // groups that no machine can take, and why
  std::string warnings;

  bool changes_nothing() const { return type == "None"; }
};
Plan read_plan(const json::Value& answer);

// A job that is registered, and of which graph it is; empty: somebody else's.
struct KnownJob {
  std::string id;
  std::string graph;
  std::string space;  // the graph's; empty: it has none, or an earlier version did not say it

  bool is_of(const std::string& name, const std::string& in) const {
    return graph == name && (space.empty() || space == in);
  }
  std::string owner() const;  // for people
};
std::vector<KnownJob> read_jobs(const json::Value& answer);  // without those that are stopped

// One run of a group on one machine.
struct Allocation {
  std::string id;
  std::string node;  // its name
  std::string job;
  std::string group;
  std::int64_t version = 0;
  std::int64_t create_index = 0;
  bool wanted = false;  // Nomad wants it to run
  std::string status;   // pending, running, complete, failed, lost, unknown
  bool up = false;      // its main task, which has the group's name, runs
  std::string why;      // what it does else, as the last event of a task says it

  bool dead() const { return status == "failed" || status == "lost" || status == "complete"; }
};
std::vector<Allocation> read_allocations(const json::Value& answer);

// The newest on each machine, those Nomad does not want any more left out.
std::vector<Allocation> newest_by_node(std::vector<Allocation> all);

// Nomad tells errors as text: a Code for callers, its words for people.
Error read_error(int status, std::string_view body);

// The index to wait behind next. One that is smaller than the last is of a server that was
// restored: all starts over.
std::int64_t next_index(std::int64_t last, std::string_view header);

}  // namespace sluice::nomad
