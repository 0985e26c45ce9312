// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "json/value.h"
#include "slurmconf/rollout.h"

namespace sluice::clusters {

// A rollout as the status of its SlurmCluster keeps it, so that who comes after a crash goes on.
struct Progress {
  std::string from;  // names of ControllerRevisions: that which worked last
  std::string to;
  std::int64_t started = 0;  // seconds since 1970
  std::int64_t since = 0;    // the present step began
  slurmconf::Rollout rollout;

  // Different each time, for those who are asked to do something once.
  std::string token() const;
};

// Of `status.rollout`; nothing: there is none, or it is not ours.
std::optional<Progress> read_progress(const json::Value& status);

// With the steps in words, for people.
json::Value progress_json(const Progress& progress, const slurmconf::Plan& plan);

std::int64_t seconds_of(WallTime time);

}  // namespace sluice::clusters
