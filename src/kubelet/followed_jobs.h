// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "kubelet/job_tracker.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// Which attempts the kubelet stands behind, so that an answer of slurmctld can be turned into pods
// to look at and jobs to cancel. Thread-safe.
class FollowedJobs {
 public:
  static constexpr SteadyTime kNotYet = SteadyTime::max();

  // `quiet`: its runner reports by itself; only changes of its job matter. Answers to what was
  // asked after `submitted` tell of its job: the first of them is news in any case, as an earlier
  // one may have had the same job too soon for anybody to believe it.
  void follow(const pod::Attempt& attempt, bool quiet, SteadyTime submitted);
  // It has ended by itself: no news is wanted, and its job is left to complete.
  void finish(const pod::Attempt& attempt);
  void drop(const std::string& uid);
  bool any_alive() const;  // followed and not finished

  // Uids of pods for which the answer is news: their job changed or is not there, or only its file
  // can tell more.
  std::vector<std::string> news(const JobSnapshot* before, const JobSnapshot& now);

  // Jobs that are alive though nobody stands behind them: their pod is gone, or their attempt was
  // revoked; also allocations that were not given back a while after their pod has ended. Each is
  // named again only after a while, so that it is not cancelled with every answer.
  std::vector<slurm::Job> strays(const JobSnapshot& now, SteadyTime time);

 private:
  struct Entry {
    std::int64_t number = 0;
    bool quiet = false;
    bool finished = false;
    SteadyTime submitted = kNotYet;
    bool answered = false;  // an answer that tells of its job was news
  };

  void put(const pod::Attempt& attempt, Entry entry);
  bool is_stray(const pod::Attempt& attempt, const slurm::Job& job, SteadyTime time);

  mutable std::mutex mutex_;
  std::map<std::string, Entry> by_uid_;
  std::size_t alive_ = 0;
  std::map<slurm::JobId, SteadyTime> named_;
  std::map<slurm::JobId, SteadyTime> lingering_;  // allocations of ended pods, since when
};

}  // namespace sluice::kubelet
