// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/command.h"
#include "services/run_directory.h"

namespace sluice::services {

// Holds the state of one service for as long as it runs: ready when those it needs are and its
// probe succeeds, deploying again when one of them was started anew or the probe fails. Steps are
// the caller's; one thread.
class Holder {
 public:
  struct Options {
    std::string service;
    std::vector<std::string> needs_ready = {};
    std::vector<std::string> needs_files = {};
    std::vector<std::string> probe = {};  // empty: it is ready when those it needs are
    // Whose life the state shares, unless the service's own process said that it is there.
    ProcessId process = {};
    Duration between_probes = std::chrono::seconds(10);  // while it is ready
  };
  Holder(Options options, const RunDirectory& directory, CommandRunner& runner, Clock& clock);

  // One look; the probe of a service that is ready is run now and then. The record as it is now.
  // What somebody is removing stays so, and what has failed until its process is there again.
  // Nobody speaks for one that still waits at its gate.
  Result<Record> step();

  // For how long its probe has failed since it was ready last, in the life of its process.
  Duration unwell_for() const;

 private:
  bool is_well(std::string& why);

  const Options options_;
  const RunDirectory& directory_;
  CommandRunner& runner_;
  Clock& clock_;
  SteadyTime next_probe_ = {};
  std::optional<ProcessId> was_ready_ = {};
  std::optional<SteadyTime> unwell_since_ = {};
};

// What a command that failed says, in one line.
std::string words_of(const Result<CommandOutput>& done);

}  // namespace sluice::services
