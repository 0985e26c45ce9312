// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/processes.h"
#include "base/result.h"

namespace sluice::services {

enum class State { kAbsent, kDeploying, kReady, kRemoving, kFailed };
std::string_view to_string(State state);  // "absent"
Result<State> parse_state(std::string_view text);

// The epoch of a service that another waited for.
using Epochs = std::vector<std::pair<std::string, std::int64_t>>;

// What is known of one service on this machine.
struct Record {
  std::string service;
  State state = State::kAbsent;
  std::int64_t epoch = 0;  // grows each time it becomes ready: another one is another life
  ProcessId holder = {};   // the state dies with this process; pid 0: with none
  bool main = false;       // the holder is the service's own process
  std::string boot = {};   // of the machine, when it was written
  std::string why = {};    // what it waits for
  Epochs passed = {};      // those it waited for, as they were when it became ready

  // Its command has ended, and whoever waited for that said how: ready, or failed. That holds until
  // the machine starts again.
  bool has_ended() const { return main && holder.pid == 0; }

  friend bool operator==(const Record&, const Record&) = default;
};

// The truth about the services of one machine: a file for each in a directory that all of them may
// read, replaced atomically under one lock. Nobody has to clean up: what a process said holds while
// the process lives and the machine was not started again, and "ready" holds while those it waited
// for are ready in the same epoch. Safe for many processes.
class RunDirectory {
 public:
  // `boot` identifies the machine's start; empty: the kernel's word.
  explicit RunDirectory(std::filesystem::path path, std::string boot = {});

  // As it is now; absent when nothing was ever said.
  Result<Record> look(const std::string& service) const;
  Result<std::vector<Record>> look_at_all() const;  // by name

  // Says what is so; the epoch is counted here. What is said already is not written again.
  Result<Record> become(Record next) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  Result<Record> read(const std::string& service) const;
  Result<Record> look(const std::string& service, std::vector<std::string>& asking) const;

  const std::filesystem::path path_;
  const std::string boot_;
};

// Waiting for others, as one look: empty when all of them are ready and the files are there, else
// what is missing first ("waits for munge (absent)"). `passed` becomes their epochs.
Result<std::string> missing(const RunDirectory& directory, const std::vector<std::string>& services,
                            const std::vector<std::string>& files, Epochs& passed);

}  // namespace sluice::services
