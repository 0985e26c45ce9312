// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/command.h"
#include "jobs/runs.h"

namespace sluice::jobs {

// Submits the runs of many callers with few commands. A command costs a channel of the connection
// and several processes over there: whoever comes while a few are under way waits for one of them
// to end and goes with all others that wait; who comes alone goes at once. When there is no Slurm
// over there, one finds out and the others are told, so that few wait for it. Blocking,
// thread-safe.
class Submitter {
 public:
  using RunThere = std::function<Result<CommandOutput>(const Command&)>;

  // `user`: as whom commands run there, by name.
  Submitter(std::string user, RunThere run_there)
      : user_(std::move(user)), run_there_(std::move(run_there)) {}

  // As Runs::submit().
  Result<slurm::JobId> submit(const Submission& submission);

  std::size_t waiting() const;  // callers, for a command to end

 private:
  struct Waiting;  // a caller's

  std::vector<Waiting*> next();
  std::optional<Error> serve(const std::vector<Waiting*>& together);
  void give_up();

  const std::string user_;
  const RunThere run_there_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting*> waiting_;
  std::size_t under_way_ = 0;  // commands
  std::optional<Error> away_;  // as the last command found it
};

}  // namespace sluice::jobs
