// SPDX-License-Identifier: Apache-2.0
#include "jobs/cluster.h"

#include <algorithm>

#include "base/log.h"

namespace sluice::jobs {
namespace {

constexpr Duration kCompareClocks = std::chrono::hours(1);
constexpr Duration kClocksAgree = std::chrono::seconds(2);

bool looks_the_same(const SeenRun& seen, const SeenRun& before) {
  const slurm::Job& a = seen.job;
  const slurm::Job& b = before.job;
  return seen.tasks == before.tasks && a.id == b.id && a.state == b.state && a.reason == b.reason &&
         a.nodes == b.nodes && a.exit_code == b.exit_code && a.partition == b.partition &&
         a.started == b.started && a.ended == b.ended;
}

std::map<Run, SeenRun> by_run(const std::vector<slurm::Job>& jobs) {
  std::map<Run, std::vector<slurm::Job>> of_run;
  for (const slurm::Job& job : jobs) {
    if (const auto run = run_of(job.comment)) {
      of_run[*run].push_back(job);
    }
  }
  std::map<Run, SeenRun> result;
  for (const auto& [run, own] : of_run) {
    result.emplace(run, summary_of(own));
  }
  return result;
}

}  // namespace

Cluster::Cluster(std::string user, std::unique_ptr<Runs> runs, std::shared_ptr<slurm::Slurm> slurm,
                 Clock& clock, OnNews on_news)
    : user_(std::move(user)),
      runs_(std::move(runs)),
      slurm_(std::move(slurm)),
      clock_(clock),
      on_news_(std::move(on_news)),
      changed_at_(clock.steady()),
      threads_(clock) {
  threads_.run("slurmjobs", [this] { serve(); });
}

Cluster::~Cluster() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

void Cluster::follow(const Run& run) {
  {
    const std::scoped_lock lock(mutex_);
    if (!followed_.try_emplace(run, clock_.steady()).second) {
      return;
    }
    hurry_ = true;
  }
  wake_.notify_all();
}

void Cluster::unfollow(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(followed_, [&](const auto& entry) { return entry.first.uid == uid; });
}

Cluster::Sight Cluster::look(const Run& run) const {
  const std::scoped_lock lock(mutex_);
  const auto followed = followed_.find(run);
  const auto job = jobs_.find(run);
  Sight sight{.answered = followed != followed_.end() && asked_ && *asked_ >= followed->second,
              .outage = outage_};
  if (job != jobs_.end()) {
    sight.run = job->second;
    sight.run->clock_ahead = clock_ahead_;
  }
  return sight;
}

Result<void> Cluster::tell(const Run& run, slurm::JobId id, const Order& order) {
  TRY(slurm::check_own(*slurm_, id, comment_of(run)));
  TRY(runs_->tell(id, order));
  {
    const std::scoped_lock lock(mutex_);
    hurry_ = true;
  }
  wake_.notify_all();
  return {};
}

// Numbers may be given out again; the name tells whether it is the same job.
Result<std::optional<SeenRun>> Cluster::remembered(const Run& run, slurm::JobId id) {
  TRY_ASSIGN(std::vector<slurm::Job> known, slurm_->remembered_jobs({id}));
  std::erase_if(known, [&](const slurm::Job& job) {
    return job.name != run.uid || (job.id != id && job.array_job != id);
  });
  return known.empty() ? std::nullopt : std::optional(summary_of(known));
}

Cluster::Cost Cluster::cost() const {
  const std::scoped_lock lock(mutex_);
  return cost_;
}

void Cluster::serve() {
  SteadyTime last{};
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (followed_.empty()) {
      wake_.wait(lock);
      continue;
    }
    const Duration quiet = hurry_ ? Duration(0) : clock_.steady() - changed_at_;
    const SteadyTime due = last + (outage_ ? pace_.steady : pace_.interval(quiet, query_took_));
    if (clock_.steady() < due) {
      clock_.wait_until(lock, wake_, due);
      continue;
    }
    hurry_ = false;
    lock.unlock();
    ask();
    last = clock_.steady();
    lock.lock();
  }
}

void Cluster::ask() {
  const SteadyTime asked = clock_.steady();
  const auto changes = slurm_->jobs(cursor_);
  query_took_ = clock_.steady() - asked;
  {
    const std::scoped_lock lock(mutex_);
    ++(changes ? cost_.answered : cost_.failed);
    cost_.took += query_took_;
  }
  if (changes) {
    compare_clocks();
    take(*changes, asked);
    return;
  }
  clocks_compared_.reset();
  std::set<std::string> news;
  {
    const std::scoped_lock lock(mutex_);
    if (outage_ && outage_->message == changes.error().message) {
      return;
    }
    outage_ = changes.error();
    for (const auto& [run, since] : followed_) {
      news.insert(run.uid);
    }
  }
  log::warning("a Slurm cluster does not answer",
               {{"user", user_}, {"error", changes.error().message}});
  on_news_(news);
}

// Differences that a question's way there and back may explain are none.
void Cluster::compare_clocks() {
  const SteadyTime begin = clock_.steady();
  if (clocks_compared_ && begin < *clocks_compared_ + kCompareClocks) {
    return;
  }
  clocks_compared_ = begin;
  const WallTime before = clock_.now();
  const auto there = runs_->time();
  if (!there) {
    return;
  }
  const WallTime here = before + (clock_.now() - before) / 2;
  const Duration ahead = *there + std::chrono::milliseconds(500) - here;
  const std::scoped_lock lock(mutex_);
  clock_ahead_ = std::chrono::abs(ahead) < kClocksAgree ? Duration(0) : ahead;
}

// News is what changed, what went away, and what was waiting for an answer.
void Cluster::take(const slurm::JobChanges& changes, SteadyTime asked) {
  std::set<std::string> news;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [run, since] : followed_) {
      if (outage_ || !asked_ || since > *asked_) {
        news.insert(run.uid);
      }
    }
    if (!changes.unchanged) {
      changed_at_ = clock_.steady();
      Jobs now = by_run(changes.jobs);
      for (const auto& [run, job] : now) {
        const auto before = jobs_.find(run);
        if (before == jobs_.end() || !looks_the_same(before->second, job)) {
          news.insert(run.uid);
        }
      }
      for (const auto& [run, job] : jobs_) {
        if (!now.contains(run)) {
          news.insert(run.uid);
        }
      }
      jobs_ = std::move(now);
    }
    cursor_ = changes.cursor;
    asked_ = asked;
    outage_.reset();
  }
  on_news_(news);
}

}  // namespace sluice::jobs
