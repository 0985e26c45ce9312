// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// Where jobs come in: the partitions and nodes of a running slurmctld. Unavailable: it does not
// answer.
class Doors {
 public:
  struct Node {
    bool drains = false;  // no job starts there, whoever has said so
    std::string reason = {};
  };
  virtual ~Doors() = default;

  virtual Result<std::map<std::string, std::string>> partition_states() = 0;  // "UP" by name
  virtual Result<void> set_partition_state(const std::string& name, const std::string& state) = 0;

  // Of these nodes, those that there are, by name.
  virtual Result<std::map<std::string, Node>> nodes_at_door(
      const std::vector<std::string>& names) = 0;
  virtual Result<void> drain(const std::string& node, const std::string& reason) = 0;
  virtual Result<void> undrain(const std::string& node) = 0;
};

// The reason of our drains. Agents, whose reasons begin otherwise, do not take them for theirs.
constexpr const char* kLeaves = "SlurmCluster: this node leaves slurm.conf";

// What was closed, or is to be.
struct Closed {
  std::map<std::string, std::string> partitions = {};  // each with the state it had before
  std::set<std::string> nodes = {};                    // that nobody had drained before

  bool empty() const { return partitions.empty() && nodes.empty(); }
  friend bool operator==(const Closed&, const Closed&) = default;
};

// Closes what the plan guards: a partition that goes takes no new jobs, on a node that goes, and
// where machines go anywhere, none start. What is closed for the first time is only noted in
// `closed`, so that whoever calls can write it down; false then: call again. slurmctld forgets
// states of partitions when it starts, so that the next call may have to close again. A node that
// somebody else has drained is closed already.
Result<bool> close_guarded(Closed& closed, const Plan& plan, Doors& doors);

// Gives those that the plan does not guard the state they had, unless somebody has opened them
// since or, of nodes, given the drain another reason, and strikes them off the list.
Result<void> open_unguarded(Closed& closed, const Plan& plan, Doors& doors);

// What `scontrol --oneliner show partition` prints, read. Pure.
std::map<std::string, std::string> read_partition_states(std::string_view text);

// What `sinfo --noheader --Node --format=kNodeFormat` prints, read. Pure.
inline constexpr const char* kNodeFormat = "%N|%T|%E";
std::map<std::string, Doors::Node> read_nodes_at_door(std::string_view text);

}  // namespace sluice::slurmconf
