// SPDX-License-Identifier: Apache-2.0
#include "jobs/reconciler.h"

#include <algorithm>

#include "base/done_or_gone.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "jobs/dependencies.h"
#include "jobs/file_status.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"
#include "jobs/orders.h"
#include "jobs/webhook.h"

namespace sluice::jobs {
namespace {

constexpr const char* kFinalizer = "slurmjob.dev/cancel";
constexpr const char* kAbandon = "slurmjob.dev/abandon";  // annotation: delete without cancelling
constexpr Duration kTryAgain = std::chrono::seconds(30);
constexpr Duration kTryPodAgain = std::chrono::minutes(5);  // of very many jobs that are over
constexpr Duration kShortest = std::chrono::seconds(10);
constexpr Duration kAskAccounting = std::chrono::minutes(5);  // then nobody will ever know
constexpr Duration kAskAgain = std::chrono::seconds(1);       // then ever more rarely

bool has_finalizer(const client::Object& job) {
  const json::Array& all = job.at("metadata", "finalizers").as_array();
  return std::find(all.begin(), all.end(), json::Value(kFinalizer)) != all.end();
}

Run run_of_object(const client::Object& job) {
  return {api::uid(job), run_number(job)};
}

// The time a job has run is brought up to date ever more rarely: each time it has grown by a
// quarter.
runtime::Requeue until_older(const client::Object& job, WallTime now) {
  const auto started = parse_rfc3339(job.at("status", "startTime").as_string());
  if (!started) {
    return {};
  }
  return {std::max<Duration>(kShortest, (now - *started) / 4)};
}

}  // namespace

Result<runtime::Requeue> Reconciler::reconcile(const api::Key& key) {
  client::ObjectPtr job = parts_.jobs.get(key);
  if (job == nullptr) {
    return runtime::Requeue{};
  }
  if (api::is_being_deleted(*job)) {
    return has_finalizer(*job) ? finish_deletion(*job) : runtime::Requeue{};
  }
  if (!has_finalizer(*job)) {
    TRY_ASSIGN(job, set_finalizer(*job, true));
  }
  const bool shown = pods_.follow(*job);
  TRY_ASSIGN(runtime::Requeue next, act(*job));
  if (!shown && (!next.after || *next.after > kTryPodAgain)) {
    next.after = kTryPodAgain;
  }
  return next;
}

Result<runtime::Requeue> Reconciler::act(const client::Object& job) {
  const std::string state = state_of(job);
  const bool open = !state.empty() && !is_over(state);
  if (state.empty() || (is_over(state) && was_edited(job))) {
    return launch(job);
  }
  if (open && was_edited(job)) {
    parts_.events.record(job, {.type = "Warning",
                               .reason = "EditIgnored",
                               .message = "the job is " + state +
                                          ": an edit launches it again only when it is over"});
  }
  if (has_news(job)) {
    TRY(write(job, edit_seen(job)));
    return runtime::Requeue{};
  }
  if (is_asked(job, kCancelAsked) && is_to_be_submitted(job)) {
    return give_up(job);
  }
  if (is_over(state) && is_asked(job, kCancelAsked)) {
    TRY(write(job, cancel_seen(job)));
    return runtime::Requeue{};
  }
  const bool known = is_over(state) || job_id(job) != 0;
  if (known && (is_asked(job, kRestartAsked) || (is_over(state) && is_asked(job, kRequeueAsked)))) {
    return restart(job);
  }
  if (const auto due = retry_time(job)) {
    return retry(job, *due);
  }
  if (wants_results(job)) {
    parts_.clusters.release(api::uid(job));  // others fetch them
    return runtime::Requeue{};
  }
  if (is_to_be_submitted(job)) {
    return submit(job, /*first=*/false);
  }
  if (open) {
    return follow(job);
  }
  parts_.clusters.release(api::uid(job));
  return expire(job);
}

Result<runtime::Requeue> Reconciler::restart(const client::Object& job) {
  if (!is_over(state_of(job))) {
    const auto cluster = cluster_of(job);
    const Result<void> told =
        cluster ? (*cluster)->tell(run_of_object(job), static_cast<slurm::JobId>(job_id(job)),
                                   {Order::Verb::kCancel})
                : tl::unexpected(cluster.error());
    if (!told && (!cluster || told.error().code == Code::kUnavailable)) {
      TRY(write(job, unreachable(job, told.error(), parts_.clock.now())));
      return runtime::Requeue{kTryAgain};
    }
  }
  return launch(job);
}

Result<runtime::Requeue> Reconciler::retry(const client::Object& job, WallTime due) {
  const WallTime now = parts_.clock.now();
  if (is_asked(job, kCancelAsked)) {
    TRY(write(job, given_up(job, now)));
    return runtime::Requeue{};
  }
  return now < due ? runtime::Requeue{due - now} : launch(job, attempt(job) + 1);
}

// An earlier attempt to submit it may have succeeded without an answer. False: not yet, and why is
// written.
Result<bool> Reconciler::withdraw(const client::Object& job) {
  const auto cluster = cluster_of(job);
  const Result<void> cancelled =
      cluster ? (*cluster)->runs().withdraw(run_of_object(job)) : tl::unexpected(cluster.error());
  if (!cancelled) {
    const Error why = with_context(cancelled.error(), "cannot be cancelled");
    TRY(write(job, unreachable(job, why, parts_.clock.now())));
  }
  return cancelled.has_value();
}

Result<runtime::Requeue> Reconciler::give_up(const client::Object& job) {
  TRY_ASSIGN(const bool withdrawn, withdraw(job));
  if (!withdrawn) {
    return runtime::Requeue{kTryAgain};
  }
  TRY(write(job, given_up(job, parts_.clock.now())));
  return runtime::Requeue{};
}

Result<runtime::Requeue> Reconciler::expire(const client::Object& job) {
  const auto due = expiry(job);
  const WallTime now = parts_.clock.now();
  if (!due || now < *due || owes_notice(job)) {
    return due && now < *due ? runtime::Requeue{*due - now} : runtime::Requeue{};
  }
  TRY(done_or_gone(
      parts_.client.remove(parts_.jobs.kind(), api::key(job), {.uid = api::uid(job)})));
  return runtime::Requeue{};
}

Result<runtime::Requeue> Reconciler::launch(const client::Object& job, std::int64_t attempt) {
  if (is_to_be_submitted(job)) {
    TRY_ASSIGN(const bool withdrawn, withdraw(job));
    if (!withdrawn) {
      return runtime::Requeue{kTryAgain};
    }
  }
  TRY_ASSIGN(const client::ObjectPtr intended,
             write(job, launching(job, attempt, parts_.clock.now())));
  return submit(*intended, /*first=*/true);
}

Result<runtime::Requeue> Reconciler::submit(const client::Object& job, bool first) {
  const Dependencies dependencies = judge_dependencies(job, parts_.jobs);
  if (dependencies.verdict != Dependencies::Verdict::kReady) {
    TRY(write(job, blocked(job, dependencies, parts_.clock.now())));
    return runtime::Requeue{};  // a change of the other job brings the key back
  }
  if (awaits_files(job)) {
    return runtime::Requeue{};  // their arrival brings the key back
  }
  std::vector<std::string> more;
  if (!dependencies.option.empty()) {
    more.push_back(dependencies.option);
  }
  auto batch = read_batch(job, more);
  const auto cluster = batch ? cluster_of(job) : tl::unexpected(batch.error());
  const SteadyTime begin = parts_.clock.steady();
  const Result<slurm::JobId> id =
      cluster ? (*cluster)->runs().submit({run_of_object(job), std::move(*batch), first})
              : tl::unexpected(cluster.error());
  parts_.metrics.submitted(cluster_label(job), parts_.clock.steady() - begin, id);
  if (!id) {
    TRY(write(job, hindered(job, id.error(), parts_.clock.now())));
    const bool refused = (cluster || !batch) && id.error().code == Code::kInvalid;
    return refused ? runtime::Requeue{} : runtime::Requeue{kTryAgain};
  }
  TRY_ASSIGN(const client::ObjectPtr written,
             write(job, submitted(job, *id, (*cluster)->user(), parts_.clock.now())));
  (*cluster)->follow(run_of_object(*written));
  return runtime::Requeue{};
}

Result<runtime::Requeue> Reconciler::follow(const client::Object& job) {
  const WallTime now = parts_.clock.now();
  const auto cluster = cluster_of(job);
  if (!cluster) {
    TRY(write(job, unreachable(job, cluster.error(), now)));
    return runtime::Requeue{kTryAgain};
  }
  const Run run = run_of_object(job);
  (*cluster)->follow(run);
  const jobs::Cluster::Sight sight = (*cluster)->look(run);
  if (sight.outage) {
    TRY(write(job, unreachable(job, *sight.outage, now)));
    return runtime::Requeue{};
  }
  if (sight.run) {
    client::Object current = job;
    if (const auto order = next_order(job, sight.run->job)) {
      TRY_ASSIGN(const bool latest, is_latest(job));
      if (!latest) {
        return runtime::Requeue{};  // what changed brings the key back
      }
      const auto told = (*cluster)->tell(run, sight.run->job.id, *order);
      if (!told) {
        parts_.metrics.failed(cluster_label(job), to_string(order->verb), told.error().code);
      }
      if (!told && told.error().code == Code::kUnavailable) {
        TRY(write(job, unreachable(job, told.error(), now)));
        return runtime::Requeue{kTryAgain};
      }
      current["status"] = after_order(job, *order, told, now);
    }
    TRY_ASSIGN(const client::ObjectPtr written, write(job, observed(current, *sight.run, now)));
    if (state_of(*written) != state_of(job)) {
      const auto happened = sight.run->job.ended ? sight.run->job.ended : sight.run->job.started;
      if (happened) {
        parts_.metrics.synced(
            cluster_label(job),
            std::max(Duration(0), parts_.clock.now() + sight.run->clock_ahead - *happened));
      }
    }
    return is_over(state_of(*written)) ? runtime::Requeue{}
                                       : until_older(*written, now + sight.run->clock_ahead);
  }
  return sight.answered ? recall(job, **cluster) : runtime::Requeue{};
}

// slurmdbd hears of a job's end later than those who ask slurmctld, much later when it was away.
Result<runtime::Requeue> Reconciler::recall(const client::Object& job, jobs::Cluster& cluster) {
  const auto remembered =
      cluster.remembered(run_of_object(job), static_cast<slurm::JobId>(job_id(job)));
  const bool none_kept = !remembered && remembered.error().code == Code::kUnsupported;
  if (!remembered && !none_kept) {
    return tl::unexpected(remembered.error());
  }
  const WallTime now = parts_.clock.now();
  if (remembered && *remembered && slurm::is_final((*remembered)->job.state)) {
    TRY(write(job, observed(job, **remembered, now)));
    return runtime::Requeue{};
  }
  const Duration asked = now - sought_since(job).value_or(now);
  if (none_kept || asked >= kAskAccounting) {
    TRY(write(job, lost(job, now)));
    return runtime::Requeue{};
  }
  TRY(write(job, sought(job, now)));
  return runtime::Requeue{std::clamp<Duration>(asked, kAskAgain, kTryAgain)};
}

// Where nothing is left to cancel and the Secret or the connection is gone, as when a namespace is
// deleted, nobody can log in any more: the files stay there.
Result<void> Reconciler::clear_away(const client::Object& job) {
  const auto cluster = cluster_of(job);
  if (!cluster && cluster.error().code == Code::kNotFound && is_over_in_slurm(job)) {
    parts_.events.record(job, {.type = "Warning",
                               .reason = "FilesLeft",
                               .message = "its files stay in ~/.sluice/jobs/" + api::uid(job) +
                                          " over there: " + cluster.error().message});
    return {};
  }
  if (!cluster) {
    return tl::unexpected(cluster.error());
  }
  TRY((*cluster)->runs().cancel(api::uid(job)));
  return (*cluster)->runs().remove_files(api::uid(job));
}

Result<runtime::Requeue> Reconciler::finish_deletion(const client::Object& job) {
  TRY_ASSIGN(const bool latest, is_latest(job));
  if (!latest) {
    return runtime::Requeue{};  // it is gone, or what changed brings the key back
  }
  const std::string& uid = api::uid(job);
  if (run_number(job) > 0 && api::annotation(job, kAbandon) != "true") {
    if (const auto cleared = clear_away(job); !cleared) {
      Error why = cleared.error();
      why.message = "cannot be cancelled: " + why.message + "; the annotation " + kAbandon +
                    "=true deletes it without";
      TRY(write(job, unreachable(job, why, parts_.clock.now())));
      return runtime::Requeue{kTryAgain};
    }
  }
  parts_.clusters.release(uid);
  TRY(pods_.remove(job));
  TRY(done_or_gone(set_finalizer(job, false)));
  return runtime::Requeue{};
}

Result<client::ObjectPtr> Reconciler::set_finalizer(const client::Object& job, bool wanted) {
  client::Object changed = job;
  json::Array& all = changed["metadata"]["finalizers"].array();
  std::erase(all, json::Value(kFinalizer));
  if (wanted) {
    all.emplace_back(kFinalizer);
  }
  return parts_.client.update(parts_.jobs.kind(), changed);
}

Result<bool> Reconciler::is_latest(const client::Object& job) {
  const auto now = parts_.client.get(parts_.jobs.kind(), api::key(job));
  if (!now && now.error().code != Code::kNotFound) {
    return tl::unexpected(now.error());
  }
  return now && api::resource_version(**now) == api::resource_version(job);
}

Result<client::ObjectPtr> Reconciler::write(const client::Object& job, json::Value status) {
  if (job.at("status") == status) {
    return std::make_shared<const client::Object>(job);
  }
  client::Object changed = job;
  changed["status"] = status;
  TRY_ASSIGN(const client::ObjectPtr written,
             parts_.client.update(parts_.jobs.kind(), changed, client::Part::kStatus));
  tell(job, status);
  return written;
}

void Reconciler::tell(const client::Object& job, const json::Value& status) {
  const std::string& now = status.at("state").as_string();
  const std::string& message = status.at("message").as_string();
  const bool bad = now == state::kError || now == state::kFailed || !message.empty();
  if (now == state_of(job) && message == job.at("status", "message").as_string()) {
    return;
  }
  const std::int64_t id = status.at("jobId").as_int();
  parts_.events.record(job,
                       {.type = bad ? "Warning" : "Normal",
                        .reason = now == state::kError ? "Error" : now,
                        .message = !message.empty() ? message
                                   : id == 0 ? "run " + std::to_string(status.at("run").as_int())
                                             : "Slurm's job " + std::to_string(id)});
}

}  // namespace sluice::jobs
