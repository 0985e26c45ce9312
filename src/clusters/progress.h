// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "clusters/cluster.h"
#include "json/value.h"
#include "slurmconf/rollout.h"

namespace sluice::clusters {

// A rollout as the status of its SlurmCluster keeps it, so that who comes after a crash goes on.
struct Progress {
  std::string from;  // names of ControllerRevisions: that which worked last
  std::string to;
  std::int64_t started = 0;  // seconds since 1970
  std::int64_t since = 0;    // the present step began
  std::string restart = {};  // the word of the annotation that asks for one, if any does
  slurmconf::Rollout rollout = {};

  // Different each time, for those who are asked to do something once.
  std::string mark() const;
  std::string token() const;  // another one on the way back
};

// Of `status.rollout`; nothing: there is none, or it is not ours.
std::optional<Progress> read_progress(const json::Value& status);

// On a SlurmCluster: whenever its value changes, slurmdbd, slurmctld and every slurmd are started
// anew, in this order.
constexpr const char* kRestartAnnotation = "sluice.dev/restart";

// Its value, until that is done; empty: nothing is asked for.
std::string restart_asked(const json::Value& cluster);

// `status.restarts`: what pods in effect have been restarted for.
Restarts read_restarts(const json::Value& status);
// ... when that is in effect, and the request of the annotation, if there was one, done.
void note_restarts(json::Value& status, const Restarts& restarts, const std::string& asked);

// With the steps in words, for people.
json::Value progress_json(const Progress& progress, const slurmconf::Plan& plan);

// Puts what is closed into `status.rollout`.
void note_closed(json::Value& rollout, const slurmconf::Closed& closed);

std::int64_t seconds_of(WallTime time);

}  // namespace sluice::clusters
