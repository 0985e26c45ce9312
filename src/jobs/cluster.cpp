// SPDX-License-Identifier: Apache-2.0
#include "jobs/cluster.h"

#include <algorithm>

#include "base/log.h"
#include "jobs/remote_files.h"

namespace sluice::jobs {
namespace {

bool looks_the_same(const slurm::Job& a, const slurm::Job& b) {
  return a.id == b.id && a.state == b.state && a.reason == b.reason && a.nodes == b.nodes &&
         a.exit_code == b.exit_code && a.partition == b.partition && a.started == b.started &&
         a.ended == b.ended;
}

// Of several jobs of one run, which only an administrator could make, the youngest counts.
std::map<Run, slurm::Job> by_run(const std::vector<slurm::Job>& jobs) {
  std::map<Run, slurm::Job> result;
  for (const slurm::Job& job : jobs) {
    if (const auto run = run_of(job.comment)) {
      const auto [place, added] = result.try_emplace(*run, job);
      if (!added && job.id > place->second.id) {
        place->second = job;
      }
    }
  }
  return result;
}

}  // namespace

Cluster::Cluster(std::string user, std::unique_ptr<CommandRunner> runner,
                 std::shared_ptr<slurm::Slurm> slurm, Clock& clock, OnNews on_news)
    : user_(std::move(user)),
      runner_(std::move(runner)),
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

Result<CommandOutput> Cluster::run_there(const Command& command) {
  auto output = runner_->run(command);
  if (!output && output.error().code == Code::kTimeout) {
    return fail(Code::kUnavailable, output.error().message);
  }
  return output;
}

Result<slurm::JobId> Cluster::submit(const Run& run, const std::string& script) {
  TRY_ASSIGN(const CommandOutput output, run_there(submission(run, script, user_)));
  return read_submission(output);
}

Result<void> Cluster::cancel(const std::string& uid) {
  TRY_ASSIGN(const CommandOutput output, run_there(cancellation(uid, user_)));
  return read_cancellation(output);
}

Result<void> Cluster::remove_files(const std::string& uid) {
  TRY(run_there(removal(uid)));
  return {};
}

Result<std::string> Cluster::output(const Run& run, std::int64_t offset, std::int64_t most) {
  TRY_ASSIGN(CommandOutput output, run_there(output_piece(run, offset, most)));
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, "reading the job's output: " + output.err);
  }
  return std::move(output.out);
}

Result<std::int64_t> Cluster::output_tail(const Run& run, std::int64_t lines) {
  TRY_ASSIGN(const CommandOutput output, run_there(jobs::output_tail(run, lines)));
  return read_tail(output);
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
    sight.job = job->second;
  }
  return sight;
}

// Numbers may be given out again; the name tells whether it is the same job.
Result<std::optional<slurm::Job>> Cluster::remembered(const Run& run, slurm::JobId id) {
  const auto known = slurm_->remembered_jobs({id});
  if (!known) {
    return known.error().code == Code::kUnsupported
               ? Result<std::optional<slurm::Job>>(std::nullopt)
               : tl::unexpected(known.error());
  }
  for (const slurm::Job& job : *known) {
    if (job.id == id && job.name == run.uid) {
      return job;
    }
  }
  return std::nullopt;
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
  if (changes) {
    take(*changes, asked);
    return;
  }
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
