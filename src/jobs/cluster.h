// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "base/clock.h"
#include "jobs/runs.h"
#include "jobs/seen_run.h"
#include "runtime/thread_group.h"
#include "slurm/poll_pace.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// A Slurm cluster as one of its users reaches it, shared by all objects that name it: one login,
// one question for all their jobs. It is asked only while somebody follows a run. Thread-safe; one
// thread of its own asks.
class Cluster {
 public:
  // Called on that thread with the objects there is news of; must not block.
  using OnNews = std::function<void(const std::set<std::string>& uids)>;

  // `slurm` may use what `runs` holds; shared, since a test keeps the fake that it passes.
  Cluster(std::string user, std::unique_ptr<Runs> runs, std::shared_ptr<slurm::Slurm> slurm,
          Clock& clock, OnNews on_news);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  Runs& runs() { return *runs_; }

  // Who answers; fails with why nobody does.
  Result<slurm::ClusterInfo> ping() { return slurm_->ping(); }

  void follow(const Run& run);
  void unfollow(const std::string& uid);

  // What is known of a followed run.
  struct Sight {
    bool answered = false;  // Slurm was asked about it and answered
    std::optional<SeenRun> run;
    std::optional<Error> outage;  // why there is no answer at the moment
  };
  Sight look(const Run& run) const;

  // Tells Slurm something about a run's own job. NotFound: Slurm has it no more.
  Result<void> tell(const Run& run, slurm::JobId id, const Order& order);

  // What accounting remembers of a job that slurmctld has forgotten, which may not be the end of
  // it yet; nothing: it does not know the job. Unsupported: the site keeps no accounts.
  Result<std::optional<SeenRun>> remembered(const Run& run, slurm::JobId id);

  const std::string& user() const { return user_; }

  // What asking has cost so far.
  struct Cost {
    std::uint64_t answered = 0;
    std::uint64_t failed = 0;
    Duration took{0};
  };
  Cost cost() const;

 private:
  using Jobs = std::map<Run, SeenRun>;

  void serve();
  void ask();
  void take(const slurm::JobChanges& changes, SteadyTime asked);
  void compare_clocks();

  const std::string user_;
  const std::unique_ptr<Runs> runs_;
  const std::shared_ptr<slurm::Slurm> slurm_;
  Clock& clock_;
  const OnNews on_news_;
  const slurm::PollPace pace_;

  // Used by the asking thread only.
  slurm::Cursor cursor_;
  SteadyTime changed_at_;
  Duration query_took_{0};
  std::optional<SteadyTime> clocks_compared_;  // since the last outage

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::map<Run, SteadyTime> followed_;  // since when
  Jobs jobs_;
  std::optional<SteadyTime> asked_;  // the last question that was answered
  std::optional<Error> outage_;
  Duration clock_ahead_{0};  // of theirs
  Cost cost_;
  bool hurry_ = false;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::jobs
