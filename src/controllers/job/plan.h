// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "controllers/job/pods.h"
#include "json/value.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::job {

// What to do about a job now. The steps are taken in the order of the fields; each is safe to
// repeat after a crash before the next.
struct Plan {
  Pods untrack_and_remove;  // surplus active pods, not to be counted
  Pods remove;              // active pods of a job that has failed; they count as failed
  int create = 0;
  struct NewIndex {
    std::int64_t index;
    std::int64_t failures;  // before
  };
  std::vector<NewIndex> indexes;  // of an indexed job: one for every pod to create
  json::Value status;             // then write this
  Pods release;                   // then free these, now in the status, of the tracking finalizer
  std::vector<runtime::Note> notes;
  std::optional<Duration> again;  // look again by then, even if nothing changes
  bool remove_job = false;        // its time to live after the end is over
};

// Decides without doing: `job` as stored, `pods` all pods it controls. Pure.
Plan plan(const client::Object& job, const Pods& pods, WallTime now);

}  // namespace sluice::controllers::job
