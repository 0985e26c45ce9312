// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "jobs/file_spec.h"
#include "json/value.h"

namespace sluice::jobs {

// What the status of a SlurmJob says about its files. Pure.

// Where the job finds its files, over there; empty: it has none, or they are not there yet.
const std::string& files_directory_of(const json::Value& job);

// The run must not be submitted before its files are there.
bool awaits_files(const json::Value& job);

// They are to be brought now: somebody has decided that the run is to be.
bool wants_files_brought(const json::Value& job);
json::Value files_brought(const json::Value& job, const std::string& directory, WallTime now);

// Slurm's job is over and its results are on their way.
bool wants_results(const json::Value& job);

// Whether this one has arrived, or never will.
bool is_settled(const json::Value& job, const ResultFile& result);

// What became of one result, in one attempt.
struct Arrival {
  ResultFile result;
  Result<std::int64_t> bytes;
};

// The status after one attempt to get those that are not settled. When nothing is left to try, or
// it was tried often enough, the job is over.
json::Value after_attempt(const json::Value& job, const std::vector<Arrival>& arrivals,
                          WallTime now);

// When the next attempt is due; long ago: the first one.
WallTime next_attempt(const json::Value& job);

// Nobody wants them any more.
json::Value results_given_up(const json::Value& job, const std::string& why, WallTime now);

}  // namespace sluice::jobs
