// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "detach/detachment.h"

namespace sluice::detach {

// The detachments that one agent sees to: that of its own node and, where it is a controller's,
// those of any. What was ordered and how far it came is in a file, so that a new process goes on
// there. Other nodes leave only as long as somebody repeats the order or asks how far it is: the
// next machine of that name must not meet an order that was given about the one before. step() is
// called by one thread, the rest by any.
class Detachments {
 public:
  struct Parts {
    std::string own_node;
    bool answers_for_all = false;  // for other nodes as well
    Machine machine;               // of its own
    std::filesystem::path file;  // empty: nothing outlives this process
    SlurmNodes& slurm;
    Clock& clock;
    std::function<void()> on_order = [] {};  // there is something to do
  };
  explicit Detachments(Parts parts) : parts_(std::move(parts)) {}

  // Reads the file of an earlier process, if there is one.
  Result<void> resume();

  // Everything that can be done now. Errors are those of the file; what else goes wrong is told in
  // the progress of its node.
  Result<void> step();

  // For who has no thread that steps: orders, and does what can be done for that node now.
  // TooManyRequests: somebody is at it.
  Result<Progress> order_now(const std::string& node, const Order& order);

  // NotFound: that node is not our business, or, for all but an order, nobody has ordered it.
  // `returns`: it may be taken back; an order without that has the last word.
  Result<Progress> order(const std::string& node, const Order& order, bool returns = false);
  Result<Progress> progress(const std::string& node);
  Result<void> give_up(const std::string& node);

  // Its own node, which has left and is to come back: services may start and are started.
  // Conflict: it left for good.
  Result<void> take_back();
  std::optional<Detachment> own() const;  // nothing: nobody has ordered it
  Result<std::vector<NodeView>> nodes() { return parts_.slurm.look_at_all(); }
  Result<std::vector<WaitingJob>> waiting_jobs() { return parts_.slurm.waiting_jobs(); }

 private:
  struct Entry {
    Detachment detachment;
    SteadyTime next_look{};
    // When this process came to know it, and how old it was then: clocks on the wall may be set.
    SteadyTime known_since{};
    Duration age_before{};
    SteadyTime asked_for{};  // when somebody ordered it, or asked for it, last
  };
  bool is_forgotten(const std::string& node, const Entry& entry) const;
  bool is_due(const Entry& entry) const;
  Result<void> forget();  // what is_forgotten(); with mutex_ held
  WallTime now_of(const Entry& entry) const;  // by how long it has taken
  Result<void> check(const std::string& node) const;
  Result<void> advance(const std::string& node);  // with work_ held
  Duration pace(const Entry& entry) const;
  const Machine* machine_of(const std::string& node) const;
  Result<void> save();

  const Parts parts_;
  std::mutex work_;           // one at a time acts on nodes; before mutex_
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, Entry> entries_;
  std::string saved_ = {};  // what the file holds
};

}  // namespace sluice::detach
