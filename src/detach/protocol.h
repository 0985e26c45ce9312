// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::detach {

// What operator and agents say to one another, as JSON over HTTPS with certificates on both sides:
//
//   PUT    /v1/nodes/<name>/detachment   an Order; answers with Progress. May be repeated; a
//                                        forced order replaces a graceful one, never the reverse.
//   GET    /v1/nodes/<name>/detachment   Progress; 404: nobody has ordered it
//   DELETE /v1/nodes/<name>/detachment   give it up: the node takes jobs again; 409: too late
//   GET    /v1/nodes                     every node that the Slurm cluster has, as NodeView
//   GET    /v1/queue                     every job that waits in it, as WaitingJob (queue.h)
//
// An agent answers for its own node; that of a controller for all nodes, so that one which is dead
// can be detached too: then there is nobody to stop services. It forgets an order about another
// node that nobody repeats, or asks for, for ten minutes.
inline constexpr std::uint16_t kDefaultPort = 8471;

// How long to wait for an answer. About Slurm an agent answers earlier, if only that slurmctld does
// not: Slurm's commands try for longer than that, and who waits must not take it for the silence of
// the agent.
inline constexpr Duration kPatience = std::chrono::seconds(5);
inline constexpr Duration kPatienceWithSlurm = std::chrono::seconds(10);

enum class Mode { kGraceful, kForced };

// What becomes of jobs that still run when a forced detachment, or a deadline, ends them.
enum class JobsEnd { kRequeue, kFail };

struct Order {
  Mode mode = Mode::kGraceful;
  JobsEnd jobs = JobsEnd::kRequeue;
  std::optional<Duration> deadline = {};  // of a graceful one: then it is forced; none: never
  bool despite_others = false;  // also where somebody else drains the node, or has reserved it

  friend bool operator==(const Order&, const Order&) = default;
};

enum class Phase {
  kDraining,  // Slurm is being told
  kWaiting,   // for jobs to end
  kDeleting,  // from Slurm
  kStopping,  // the services
  kDetached,  // Slurm does not know the node any more; all services have stopped
  kRefused,   // somebody else is in the way: `message` says who; looked at again all the time
};
std::string_view to_string(Phase phase);  // "Draining"

struct Progress {
  Phase phase = Phase::kDraining;
  std::int64_t jobs_left = 0;
  std::optional<WallTime> first_end = {};  // when the first of them must have ended, at the latest
  std::optional<WallTime> last_end = {};   // when the last of them must have
  std::string message = {};                // what it waits for, or what went wrong last

  friend bool operator==(const Progress&, const Progress&) = default;
};

// What the cluster has of one node.
struct NodeView {
  std::string name;
  std::string state;  // as Slurm prints it: "IDLE+DRAIN"
  std::string reason = {};
  std::int64_t jobs = 0;
  std::optional<WallTime> last_end = {};

  bool is(std::string_view word) const;  // as of SlurmNode
  bool takes_jobs() const;               // its state allows for it, and its slurmd answers
  bool is_switched_off() const;          // as of SlurmNode

  friend bool operator==(const NodeView&, const NodeView&) = default;
};

// Whether the state is that of a node whose machines Slurm has made and taken away as jobs need
// them (its power saving), at a time when there is none, or none yet: nothing of Slurm runs there.
bool is_switched_off(std::string_view state);

// The words for them; nothing: it is none.
std::optional<Mode> mode_of(std::string_view word);
std::optional<JobsEnd> jobs_end_of(std::string_view word);

// Readers name the field that is wrong.
json::Value to_json(const Order& order);
Result<Order> read_order(const json::Value& value);
json::Value to_json(const Progress& progress);
Result<Progress> read_progress(const json::Value& value);
json::Value to_json(const std::vector<NodeView>& nodes);
Result<std::vector<NodeView>> read_nodes(const json::Value& value);

}  // namespace sluice::detach
