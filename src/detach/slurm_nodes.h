// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "detach/protocol.h"
#include "detach/queue.h"

namespace sluice::detach {

// Drains whose reason begins so are ours; those of others are never undone.
inline constexpr std::string_view kOurReasons = "sluice: ";

// A job that holds a part of a node.
struct JobThere {
  std::string id;
  std::optional<WallTime> end = {};  // when it must have ended; none: it has no limit
  bool ending = false;               // it is over, and the node still cleans up behind it

  friend bool operator==(const JobThere&, const JobThere&) = default;
};

// A job in the queue that names the nodes it must have.
struct JobInQueue {
  std::string id;
  std::vector<std::string> others = {};  // which it names beside the one asked about

  friend bool operator==(const JobInQueue&, const JobInQueue&) = default;
};

// All that counts about one node when it is to leave.
struct SlurmNode {
  std::string name;
  std::string state;                             // as Slurm prints it: "MIXED+DRAIN+DYNAMIC_NORM"
  std::string reason;                            // without who gave it when
  std::optional<std::int64_t> cpus_in_use = {};  // nothing: Slurm does not say
  std::vector<JobThere> jobs = {};
  std::vector<JobInQueue> wanted_by = {};
  std::vector<std::string> reserved_by = {};  // names of reservations, of the future too

  // Whether the state has that word, by itself or as a flag. DOWN* is NOT_RESPONDING.
  bool is(std::string_view word) const;
  bool is_drained_by_us() const { return is("DRAIN") && reason.starts_with(kOurReasons); }
  bool is_in_use() const;

  // Slurm takes it for allocated and knows of no job there and no processor in use. 22.05 counts
  // jobs twice that run on nodes which joined by themselves while it is reconfigured, and does not
  // delete such a node any more; set down, it forgets what it has counted.
  bool is_miscounted() const;

  // Slurm has its machines made and taken away as jobs need them: the node itself stays.
  bool is_power_saved() const { return is("CLOUD"); }
  bool is_switched_off() const { return detach::is_switched_off(state); }
};

struct ControllerHost {
  std::string host;
  bool up = false;
};

// What Slurm knows of nodes, and what can be done about them: by its commands, or in the memory of
// tests; both pass slurm_nodes_contract_test.cpp. Blocking. Unavailable: slurmctld does not answer;
// Unauthorized: nobody on this machine vouches for who asks; Invalid: it refused, in its own words.
class SlurmNodes {
 public:
  virtual ~SlurmNodes() = default;

  // What is true of jobs is at least as new as the state. NotFound: it knows no such node.
  virtual Result<SlurmNode> look(const std::string& node) = 0;

  // Somebody waits for these (protocol.h): a slurmctld that is slow is as one that is away.
  virtual Result<std::vector<NodeView>> look_at_all() = 0;
  virtual Result<std::vector<WaitingJob>> waiting_jobs() = 0;

  virtual Result<void> drain(const std::string& node, const std::string& reason) = 0;
  virtual Result<void> undrain(const std::string& node) = 0;

  // For nodes that do not answer: whatever still ends there has ended.
  virtual Result<void> set_down(const std::string& node, const std::string& reason) = 0;

  // A job that must not be queued again is cancelled. One that is over already is fine.
  virtual Result<void> end_job(const std::string& job, JobsEnd how) = 0;

  // From now on it must have the other nodes only: when slurmctld starts, a job that names a node
  // which is not there fails.
  virtual Result<void> release_job(const JobInQueue& job) = 0;

  // Conflict: there is a job on it. NotFound: it is not there.
  virtual Result<void> remove(const std::string& node) = 0;

  // Of a node that is_power_saved(): Slurm has its machine taken away, and makes an end of a drain.
  virtual Result<void> power_down(const std::string& node) = 0;

  // Where slurmctld runs or may run; the first that is up is in control.
  virtual Result<std::vector<ControllerHost>> controllers() = 0;
  virtual Result<void> take_over(std::size_t controller) = 0;  // by its place among them
};

// The one that a request may name: a single node, not a list, and not a word that means several.
bool is_node_name(std::string_view name);

}  // namespace sluice::detach
