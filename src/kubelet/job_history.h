// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "pod/protocol.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// What accounting (slurmdbd) knows of jobs that slurmctld has forgotten, and who cancelled those it
// has not. One thread asks for all that is wanted in one query. Where the site keeps no accounts it
// is told once and nobody waits; where slurmdbd does not answer, or has not heard of a job's end
// yet, it is asked again a few times. Thread-safe.
class JobHistory final : public runtime::Runnable {
 public:
  // Called on its thread for every pod there is an answer for.
  using OnAnswer = std::function<void(const std::string& uid)>;

  JobHistory(slurm::Slurm& slurm, Clock& clock, std::string cluster_id, OnAnswer on_answer);
  ~JobHistory() override;

  struct Answer {
    bool heard = false;             // there will be nothing new
    std::optional<slurm::Job> job;  // over; nothing: no accounts know how it ended
  };
  Answer find(const pod::Attempt& attempt) const;

  // An answer is wanted. Where the site does not store comments the job is known by `name`.
  void ask(const pod::Attempt& attempt, slurm::JobId id, std::string name);
  void forget(const std::string& uid);

  std::string name() const override { return "job history"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  struct Question {
    slurm::JobId id = 0;
    std::string name;
    int tries = 0;
    SteadyTime due{};
    Answer answer;
  };
  using Questions = std::map<pod::Attempt, Question>;

  void run();
  Questions take_due(SteadyTime now) const;
  std::optional<SteadyTime> next_due() const;
  void put(const Questions& asked);
  bool is_of(const slurm::Job& job, const pod::Attempt& attempt, const Question& question) const;

  slurm::Slurm& slurm_;
  Clock& clock_;
  const std::string cluster_id_;
  const OnAnswer on_answer_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Questions questions_;  // answered or not
  bool none_kept_ = false;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::kubelet
