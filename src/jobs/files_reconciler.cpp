// SPDX-License-Identifier: Apache-2.0
#include "jobs/files_reconciler.h"

#include "base/done_or_gone.h"
#include "jobs/dependencies.h"
#include "jobs/file_status.h"
#include "jobs/job_status.h"
#include "jobs/orders.h"

namespace sluice::jobs {
namespace {

constexpr Duration kTryAgain = std::chrono::seconds(30);
constexpr int kTries = 5;  // to write a status that others write too

bool is_same_run(const client::Object& job, const client::Object& now) {
  return api::uid(job) == api::uid(now) && run_number(job) == run_number(now) &&
         !api::is_being_deleted(now);
}

// Keeps a cluster in use while files go to it or come from it.
class Use {
 public:
  Use(Clusters& clusters, const client::Object& job)
      : clusters_(clusters), who_("files of " + api::uid(job)), cluster_(clusters.use(who_, job)) {}
  ~Use() { clusters_.release(who_); }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  const Result<std::shared_ptr<Cluster>>& cluster() const { return cluster_; }

 private:
  Clusters& clusters_;
  const std::string who_;
  const Result<std::shared_ptr<Cluster>> cluster_;
};

}  // namespace

Result<runtime::Requeue> FilesReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr job = parts_.jobs.get(key);
  if (job == nullptr || api::is_being_deleted(*job)) {
    return runtime::Requeue{};
  }
  if (wants_files_brought(*job)) {
    const bool ready =
        judge_dependencies(*job, parts_.jobs).verdict == Dependencies::Verdict::kReady;
    return ready ? bring(*job)
                 : runtime::Requeue{};  // a change of the other job brings the key back
  }
  return wants_results(*job) ? fetch(*job) : runtime::Requeue{};
}

Result<void> FilesReconciler::go_on(const client::Object& job) const {
  const client::ObjectPtr now = parts_.jobs.get(api::key(job));
  if (stopping_ || now == nullptr || !is_same_run(job, *now)) {
    return fail(Code::kCancelled, "nobody waits for the files any more");
  }
  return {};
}

Transfer FilesReconciler::transfer(const client::Object& job, Runs& runs) {
  return Transfer({.client = parts_.client,
                   .claims_here = parts_.claims_here,
                   .put = parts_.put,
                   .go_on = [this, &job] { return go_on(job); }},
                  job, runs);
}

Result<void> FilesReconciler::write(const client::Object& job, Wanted wanted,
                                    const Change& change) {
  client::ObjectPtr now = std::make_shared<const client::Object>(job);
  Result<client::ObjectPtr> written;
  for (int i = 0; i < kTries; ++i) {
    if (!is_same_run(job, *now) || !wanted(*now)) {
      return {};
    }
    client::Object changed = *now;
    changed["status"] = change(*now);
    written = parts_.client.update(parts_.jobs.kind(), changed, client::Part::kStatus);
    if (written || written.error().code != Code::kConflict) {
      break;
    }
    TRY_ASSIGN(now, parts_.client.get(parts_.jobs.kind(), api::key(job)));
  }
  return done_or_gone(written);
}

Result<std::string> FilesReconciler::bring_all(const client::Object& job, Runs& runs) {
  TRY_ASSIGN(const JobFiles files, read_files(job));
  TRY_ASSIGN(const std::string directory,
             runs.make_files_directory({api::uid(job), run_number(job)}));
  Transfer transfer = this->transfer(job, runs);
  for (std::size_t i = 0; i < files.inputs.size(); ++i) {
    const auto brought = transfer.bring(files.inputs[i]);
    if (!brought) {
      return tl::unexpected(
          with_context(brought.error(), "spec.inputs[" + std::to_string(i) + "]"));
    }
  }
  return directory;
}

// An object that went away meanwhile has removed what was there: what came later goes now.
Result<runtime::Requeue> FilesReconciler::bring(const client::Object& job) {
  const Use use(parts_.clusters, job);
  Result<std::string> directory = use.cluster() ? bring_all(job, (*use.cluster())->runs())
                                                : tl::unexpected(use.cluster().error());
  if (directory) {
    TRY(write(job, wants_files_brought, [&](const client::Object& now) {
      return files_brought(now, *directory, parts_.clock.now());
    }));
    if (has_inputs(job)) {
      parts_.events.record(job, {.reason = "InputsCopied", .message = "to " + *directory});
    }
  }
  const auto known = parts_.client.get(parts_.jobs.kind(), api::key(job));
  const bool gone =
      known ? api::uid(**known) != api::uid(job) : known.error().code == Code::kNotFound;
  if (gone && use.cluster()) {
    TRY((*use.cluster())->runs().remove_files(api::uid(job)));
  }
  if (directory || gone || directory.error().code == Code::kCancelled) {
    return runtime::Requeue{};
  }
  Error why = directory.error();
  why.code = why.code == Code::kUnsupported ? Code::kInvalid : why.code;
  TRY(write(job, wants_files_brought,
            [&](const client::Object& now) { return hindered(now, why, parts_.clock.now()); }));
  parts_.events.record(job,
                       {.type = "Warning", .reason = "InputsNotCopied", .message = why.message});
  return why.code == Code::kInvalid ? runtime::Requeue{} : runtime::Requeue{kTryAgain};
}

std::vector<Arrival> FilesReconciler::fetch_all(const client::Object& job, const JobFiles& files) {
  const Use use(parts_.clusters, job);
  std::vector<Arrival> arrivals;
  for (const ResultFile& result : files.results) {
    if (is_settled(job, result)) {
      continue;
    }
    arrivals.push_back({result, use.cluster()
                                    ? transfer(job, (*use.cluster())->runs()).fetch(result)
                                    : tl::unexpected(use.cluster().error())});
  }
  return arrivals;
}

Result<runtime::Requeue> FilesReconciler::fetch(const client::Object& job) {
  const WallTime now = parts_.clock.now();
  if (is_asked(job, kCancelAsked)) {
    TRY(write(job, wants_results,
              [&](const client::Object& o) { return results_given_up(o, "Cancelled", now); }));
    return runtime::Requeue{};
  }
  if (const WallTime due = next_attempt(job); now < due) {
    return runtime::Requeue{due - now};
  }
  TRY_ASSIGN(const JobFiles files, read_files(job));
  const std::vector<Arrival> arrivals = fetch_all(job, files);
  if (!go_on(job)) {
    return runtime::Requeue{};
  }
  TRY(write(job, wants_results, [&](const client::Object& o) {
    std::vector<Arrival> news = arrivals;
    std::erase_if(news, [&](const Arrival& arrival) { return is_settled(o, arrival.result); });
    return after_attempt(o, news, parts_.clock.now());
  }));
  for (const Arrival& arrival : arrivals) {
    const std::string about = arrival.result.path + " → " + to_string(arrival.result.to);
    parts_.events.record(
        job,
        arrival.bytes
            ? runtime::Note{.reason = "ResultCopied",
                            .message = about + ", " + std::to_string(*arrival.bytes) + " bytes"}
            : runtime::Note{.type = "Warning",
                            .reason = "ResultNotCopied",
                            .message = about + ": " + arrival.bytes.error().message});
  }
  return runtime::Requeue{};  // the change brings the key back
}

}  // namespace sluice::jobs
