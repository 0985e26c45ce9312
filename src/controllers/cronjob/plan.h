// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "json/value.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::cronjob {

// What to do about a cron job now, in the order of the fields; each step is safe to repeat after a
// crash before the next.
struct Plan {
  std::vector<client::ObjectPtr> remove;  // jobs: history, and those that are replaced
  std::optional<client::Object> create;   // the job that is due; its name follows from the time
  json::Value status;                     // before that job is created
  std::optional<WallTime> scheduled;      // for when the job is
  std::vector<runtime::Note> notes;
  std::optional<Duration> again;
};

// Decides without doing: `cron_job` as stored, `jobs` all that it controls, also those that its
// status names. Pure.
Plan plan(const client::Object& cron_job, const std::vector<client::ObjectPtr>& jobs, WallTime now);

// The status once that job exists.
json::Value with_active(json::Value status, const client::Object& job, WallTime scheduled);

}  // namespace sluice::controllers::cronjob
