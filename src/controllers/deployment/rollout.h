// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "controllers/deployment/replica_set.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::deployment {

// The replica sets of one deployment and how their sizes change. Changes nothing but the copies
// it holds; notes say what changed. Plain value.
class Rollout {
 public:
  // `sets` are the stored ones, in any order.
  Rollout(const client::Object& deployment, const std::vector<client::ObjectPtr>& sets);

  const Limits& limits() const { return limits_; }
  const ReplicaSets& sets() const { return sets_; }
  // That with the deployment's template, or null.
  const ReplicaSet* current() const { return has_current() ? &sets_[current_] : nullptr; }

  // The deployment's number of replicas is not what the sets were made for.
  bool is_resized() const;

  // Gives the current set the deployment's annotations and the latest revision; creates it when it
  // is missing and `create` says so.
  void ensure_current(bool create);

  // Brings the sets to the deployment's number, each in proportion to its size.
  void resize();

  // One step of a rolling update; false when there was nothing to do.
  bool roll();

  // Recreate: the old pods go first; returns whether there still were any to send away.
  bool stop_old();
  void start_current();

  // Old sets that the deployment need not remember any more, by revisionHistoryLimit.
  std::vector<client::Object> forgettable() const;

  const std::vector<runtime::Note>& notes() const { return notes_; }

 private:
  bool has_current() const { return current_ < sets_.size(); }
  std::vector<ReplicaSet*> old(bool active_only);
  std::int64_t total() const;  // replicas of all
  std::int64_t there() const;
  std::int64_t room_for_current(std::int64_t replicas) const;
  void set_size(ReplicaSet& set, std::int64_t replicas);
  void resize_in_proportion();
  bool grow_current();
  bool shrink_old();
  std::int64_t drop_unhealthy(std::int64_t most);
  std::int64_t drop_healthy();

  const client::Object& deployment_;
  const Limits limits_;
  ReplicaSets sets_;         // oldest first
  std::size_t current_ = 0;  // in sets_; its size when there is none
  std::vector<runtime::Note> notes_;
};

}  // namespace sluice::controllers::deployment
