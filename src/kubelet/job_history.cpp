// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_history.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/earliest.h"
#include "base/log.h"
#include "kubelet/job_identity.h"

namespace sluice::kubelet {
namespace {

// Pods lose their jobs together: slurmctld was away, or forgets all that ended at a time.
constexpr Duration kGather = std::chrono::milliseconds(50);

// slurmctld tells slurmdbd of a job's end a tenth of a second later, or when it can.
constexpr std::array<Duration, 3> kAgain{std::chrono::milliseconds(300), std::chrono::seconds(1),
                                         std::chrono::seconds(5)};

bool is_newer(const slurm::Job& job, const slurm::Job& than) {
  return job.submitted.value_or(WallTime{}) >= than.submitted.value_or(WallTime{});
}

}  // namespace

JobHistory::JobHistory(slurm::Slurm& slurm, Clock& clock, std::string cluster_id,
                       OnAnswer on_answer)
    : slurm_(slurm),
      clock_(clock),
      cluster_id_(std::move(cluster_id)),
      on_answer_(std::move(on_answer)),
      threads_(clock) {}

JobHistory::~JobHistory() {
  request_stop();
}

JobHistory::Answer JobHistory::find(const pod::Attempt& attempt) const {
  const std::scoped_lock lock(mutex_);
  if (const auto found = questions_.find(attempt); found != questions_.end()) {
    return found->second.answer;
  }
  return {.heard = none_kept_};
}

void JobHistory::ask(const pod::Attempt& attempt, slurm::JobId id, std::string name) {
  {
    const std::scoped_lock lock(mutex_);
    const Question question{.id = id,
                            .name = std::move(name),
                            .due = clock_.steady() + kGather,
                            .answer = {.heard = none_kept_}};
    if (!questions_.try_emplace(attempt, question).second) {
      return;
    }
  }
  wake_.notify_all();
}

void JobHistory::forget(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(questions_, [&](const auto& entry) { return entry.first.uid == uid; });
}

Result<void> JobHistory::start() {
  threads_.run("job history", [this] { run(); });
  return {};
}

void JobHistory::request_stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

// mutex_ held.
std::optional<SteadyTime> JobHistory::next_due() const {
  std::optional<SteadyTime> next;
  for (const auto& [attempt, question] : questions_) {
    if (!question.answer.heard) {
      next = earlier(next, question.due);
    }
  }
  return next;
}

// With those that still gather. mutex_ held.
JobHistory::Questions JobHistory::take_due(SteadyTime now) const {
  Questions due;
  for (const auto& [attempt, question] : questions_) {
    if (!question.answer.heard && (question.due <= now || question.tries == 0)) {
      due.emplace(attempt, question);
    }
  }
  return due;
}

void JobHistory::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto next = next_due();
    if (!next) {
      wake_.wait(lock);
      continue;
    }
    if (clock_.steady() < *next) {
      clock_.wait_until(lock, wake_, *next);
      continue;
    }
    const Questions due = take_due(clock_.steady());
    lock.unlock();
    put(due);
    lock.lock();
  }
}

// A job's id may have been given out again, and a requeued job stands there once for each run.
bool JobHistory::is_of(const slurm::Job& job, const pod::Attempt& attempt,
                       const Question& question) const {
  if (job.id != question.id || !slurm::is_final(job.state)) {
    return false;
  }
  return job.comment.empty() ? job.name == question.name
                             : attempt_of(job.comment, cluster_id_) == attempt;
}

void JobHistory::put(const Questions& asked) {
  std::vector<slurm::JobId> ids;
  for (const auto& [attempt, question] : asked) {
    ids.push_back(question.id);
  }
  const auto jobs = slurm_.remembered_jobs(ids);
  const bool none_kept = !jobs && jobs.error().code == Code::kUnsupported;
  if (!jobs) {
    log::warning(none_kept ? "this site keeps no accounts: how jobs ended that slurmctld has "
                             "forgotten, and who cancelled jobs, cannot be told"
                           : "accounting does not answer",
                 {{"error", jobs.error().message}});
  }
  std::vector<std::string> answered;
  {
    const std::scoped_lock lock(mutex_);
    none_kept_ = none_kept_ || none_kept;
    for (const auto& [attempt, question] : asked) {
      const auto place = questions_.find(attempt);
      if (place == questions_.end()) {
        continue;  // forgotten meanwhile
      }
      Question& open = place->second;
      for (const slurm::Job& job : jobs ? *jobs : std::vector<slurm::Job>{}) {
        if (is_of(job, attempt, open) && (!open.answer.job || is_newer(job, *open.answer.job))) {
          open.answer.job = job;
        }
      }
      const auto tries = static_cast<std::size_t>(open.tries++);
      open.answer.heard = none_kept || open.answer.job || tries >= kAgain.size();
      if (open.answer.heard) {
        answered.push_back(attempt.uid);
      } else {
        open.due = clock_.steady() + kAgain[tries];
      }
    }
  }
  std::for_each(answered.begin(), answered.end(), on_answer_);
}

}  // namespace sluice::kubelet
