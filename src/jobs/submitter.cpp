// SPDX-License-Identifier: Apache-2.0
#include "jobs/submitter.h"

#include <utility>

#include "jobs/remote_submission.h"

namespace sluice::jobs {
namespace {

constexpr std::size_t kCommands = 2;  // at a time
constexpr std::size_t kRuns = 32;     // in a command
constexpr std::size_t kBytes = 1U << 20U;

}  // namespace

struct Submitter::Waiting {
  const Submission& submission;
  bool taken = false;
  std::optional<Result<slurm::JobId>> outcome = {};
};

Result<slurm::JobId> Submitter::submit(const Submission& submission) {
  Waiting own{submission};
  std::unique_lock lock(mutex_);
  if (away_ && under_way_ > 0) {
    return tl::unexpected(*away_);
  }
  waiting_.push_back(&own);
  while (!own.outcome) {
    if (own.taken || under_way_ == kCommands) {
      changed_.wait(lock);
      continue;
    }
    const std::vector<Waiting*> together = next();
    ++under_way_;
    lock.unlock();
    auto away = serve(together);
    lock.lock();
    --under_way_;
    away_ = std::move(away);
    if (away_) {
      give_up();
    }
    changed_.notify_all();
  }
  return *own.outcome;
}

std::size_t Submitter::waiting() const {
  const std::scoped_lock lock(mutex_);
  return waiting_.size();
}

// Who has waited longest, at least one.
std::vector<Submitter::Waiting*> Submitter::next() {
  std::vector<Waiting*> together;
  std::size_t bytes = 0;
  while (!waiting_.empty() && together.size() < kRuns && bytes < kBytes) {
    Waiting* one = waiting_.front();
    waiting_.pop_front();
    one->taken = true;
    bytes += one->submission.batch.script.size();
    together.push_back(one);
  }
  return together;
}

void Submitter::give_up() {
  for (Waiting* one : std::exchange(waiting_, {})) {
    one->outcome = tl::unexpected(*away_);
  }
}

// Says why there is no Slurm, if there is none.
std::optional<Error> Submitter::serve(const std::vector<Waiting*>& together) {
  std::vector<const Submission*> runs;
  for (const Waiting* one : together) {
    runs.push_back(&one->submission);
  }
  const auto output = run_there_(submission(runs, user_));
  Submitted submitted;
  if (output) {
    submitted = read_submission(*output, runs.size());
  } else {
    submitted.outcomes.assign(runs.size(), tl::unexpected(output.error()));
    submitted.away = output.error();
  }
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < together.size(); ++i) {
    together[i]->outcome = submitted.outcomes[i];
  }
  return submitted.away;
}

}  // namespace sluice::jobs
