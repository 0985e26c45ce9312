// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "controllers/deployment/rollout.h"
#include "json/value.h"

namespace sluice::controllers::deployment {

// The status of a deployment in the making: numbers first, then what they say about progress.
// Plain value.
class Progress {
 public:
  // Numbers, observedGeneration and the condition Available.
  Progress(const client::Object& deployment, const Rollout& rollout, WallTime now);

  // All replicas are of the current template and available.
  bool is_complete() const;

  // The condition Progressing says that a replica set was found or created, or that the deployment
  // is paused or no longer is. Nothing without a progress deadline.
  void note_found(const std::string& set, bool created);
  void note_pause(bool paused);

  // The conditions Progressing and ReplicaFailure from what changed since the stored status.
  void judge();

  const json::Value& status() const { return status_; }

  // When the progress deadline ends.
  std::optional<Duration> again() const;

 private:
  bool has_deadline() const;
  const json::Value* condition(std::string_view type) const;
  void set_condition(const api::ConditionUpdate& update, bool anew = false);
  void judge_progress();
  void judge_failures();
  bool has_progressed() const;
  bool is_over_deadline() const;
  std::optional<Duration> until_deadline() const;
  std::int64_t count(std::string_view field) const { return status_.at(field).as_int(); }
  std::string subject() const;

  const client::Object& deployment_;
  const Rollout& rollout_;
  const WallTime now_;
  json::Value status_;
};

// The stored status with the condition that a replica set could not be created.
json::Value status_of_failure(const client::Object& deployment, const std::string& message,
                              WallTime now);

}  // namespace sluice::controllers::deployment
