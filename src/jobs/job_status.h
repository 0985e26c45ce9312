// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "jobs/dependencies.h"
#include "jobs/seen_run.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// The status of a SlurmJob. Pure: each makes a new status of an old one.

std::string state_of(const json::Value& job);     // "PENDING"; empty: not looked at yet
std::int64_t run_number(const json::Value& job);  // 0: not launched yet
std::int64_t job_id(const json::Value& job);      // 0: not submitted
std::int64_t generation(const json::Value& job);
std::int64_t attempt(const json::Value& job);  // from 1

// The state of Slurm's job: the object's own, but for one whose results are on their way.
std::string state_in_slurm(const json::Value& job);

// It is decided that the run is to be, and Slurm has not got it; an ERROR that somebody's help ends
// is tried further.
bool is_to_be_submitted(const json::Value& job);

// Nothing is tried any more: over, and no ERROR of that kind.
bool is_finished(const json::Value& job);

// No job of Slurm is left of it, whatever is to be done about it here.
bool is_over_in_slurm(const json::Value& job);
bool has_news(const json::Value& job);    // the status was written before the last edit
bool was_edited(const json::Value& job);  // in a way that a new launch would show

// A launch is intended: nothing of the last run is left. Attempts after the first are retries.
json::Value launching(const json::Value& job, std::int64_t attempt, WallTime now);

// sbatch has accepted it, as this user's.
json::Value submitted(const json::Value& job, slurm::JobId id, const std::string& user,
                      WallTime now);

// What keeps it from being submitted. ERROR when only a person can help, else PENDING.
json::Value hindered(const json::Value& job, const Error& why, WallTime now);

// Other jobs keep it from being submitted, for now or until somebody changes something.
json::Value blocked(const json::Value& job, const Dependencies& why, WallTime now);

// As Slurm says. A failure that is to be retried is not the end: it says when the next attempt is
// due.
json::Value observed(const json::Value& job, const SeenRun& seen, WallTime now);

// Slurm cannot be asked, or can again.
json::Value unreachable(const json::Value& job, const Error& why, WallTime now);

// Slurm answers and does not know it: accounting is asked, for the first time at that time.
json::Value sought(const json::Value& job, WallTime now);
std::optional<WallTime> sought_since(const json::Value& job);

// Accounting does not know its end either.
json::Value lost(const json::Value& job, WallTime now);

// All of it is over, in that state.
void set_over(json::Value& status, std::string_view state, WallTime now);

// The tasks of an array by what became of them, as far as the status tells.
TaskSets known_tasks(const json::Value& job);

// When the next attempt is due; nothing: none is.
std::optional<WallTime> retry_time(const json::Value& job);

// It was cancelled while no job of Slurm was left to tell.
json::Value given_up(const json::Value& job, WallTime now);

// It was to be cancelled and is over anyway.
json::Value cancel_seen(const json::Value& job);

// An edit was seen that launches nothing.
json::Value edit_seen(const json::Value& job);

// When its object may go, by spec.ttlSecondsAfterFinished; nothing: never, or it is not over.
std::optional<WallTime> expiry(const json::Value& job);

}  // namespace sluice::jobs
