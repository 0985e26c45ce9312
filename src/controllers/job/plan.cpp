// SPDX-License-Identifier: Apache-2.0
// The life of a job (batch/v1, Kubernetes 1.35):
//
//   running --completions reached--> SuccessCriteriaMet --all pods gone or finished--> Complete
//           --limit or deadline----> FailureTarget ------all pods gone or finished---> Failed
//   running <--spec.suspend--> suspended (no active pods, no start time)
//
// The intermediate condition fixes the verdict; the final one is set only when no pod is active or
// terminating and every pod is counted (see tally.h), so that the numbers in a finished job are
// final.
#include "controllers/job/plan.h"

#include <algorithm>
#include <utility>

#include "base/timestamp.h"
#include "controllers/job/tally.h"

namespace sluice::controllers::job {

namespace {

using std::chrono::seconds;

constexpr std::int64_t kMaxCreatesAtOnce = 500;

// Features of the API that this controller does not have yet; running such a job without them would
// do something else than was asked for.
std::string unsupported(const json::Value& spec) {
  if (spec.at("completionMode").as_string() == "Indexed") {
    return "spec.completionMode: Indexed is not supported yet; use NonIndexed";
  }
  for (const char* field : {"podFailurePolicy", "successPolicy", "backoffLimitPerIndex"}) {
    if (spec.find(field) != nullptr) {
      return "spec." + std::string(field) + " is not supported yet";
    }
  }
  return "";
}

// One look at a job; its methods fill in the plan in the order run() calls them.
class Planner {
 public:
  Planner(const client::Object& job, const Pods& pods, WallTime now)
      : job_(job),
        spec_(job.at("spec")),
        pods_(pods),
        now_(now),
        replaces_deleted_(spec_.at("podReplacementPolicy").as_string() != "Failed"),
        tally_(job.at("status"), pods, replaces_deleted_) {
    if (const json::Value& completions = spec_.at("completions"); completions.is_int()) {
      completions_ = completions.as_int();
    }
    plan_.status = job.at("status");
    plan_.status.object();
    for (const auto& pod : pods) {
      if (is_active(*pod)) {
        active_.push_back(pod);
      } else if (is_terminating(*pod)) {
        ++terminating_;
      }
    }
  }

  Plan run() {
    if (api::has_condition(job_, "Complete") || api::has_condition(job_, "Failed")) {
      return after_the_end();
    }
    follow_suspension();
    judge_failure();
    if (failing_) {
      plan_.remove = std::exchange(active_, {});
    } else if (!api::is_being_deleted(job_)) {
      match_active_pods();
    }
    judge_success();
    finish();
    store_status();
    return std::move(plan_);
  }

 private:
  Plan after_the_end() {
    plan_.release = tally_.to_release();
    const json::Value* ttl = spec_.find("ttlSecondsAfterFinished");
    if (ttl == nullptr || api::is_being_deleted(job_)) {
      return std::move(plan_);
    }
    const json::Value* end =
        api::condition(job_, api::has_condition(job_, "Failed") ? "Failed" : "Complete");
    const auto ended = parse_rfc3339(end->at("lastTransitionTime").as_string());
    const Duration left = ended.value_or(now_) + seconds(ttl->as_int()) - now_;
    plan_.remove_job = left <= Duration::zero();
    if (!plan_.remove_job) {
      plan_.again = left;
    }
    return std::move(plan_);
  }

  void follow_suspension() {
    suspended_ = spec_.at("suspend").as_bool();
    const bool was_suspended = api::has_condition(job_, "Suspended");
    if (suspended_) {
      plan_.status.erase("startTime");
      if (!was_suspended) {
        set_condition("Suspended", "True", "JobSuspended", "Job suspended");
        note("Normal", "Suspended", "Job suspended");
      }
      return;
    }
    if (was_suspended) {
      set_condition("Suspended", "False", "JobResumed", "Job resumed");
      note("Normal", "Resumed", "Job resumed");
    }
    if (plan_.status.find("startTime") == nullptr) {
      plan_.status["startTime"] = format_rfc3339(now_);
    }
  }

  void judge_failure() {
    failing_ = api::has_condition(job_, "FailureTarget");
    if (failing_ || api::has_condition(job_, "SuccessCriteriaMet")) {
      return;
    }
    if (const std::string why = unsupported(spec_); !why.empty()) {
      fail_job("UnsupportedFeature", why);
    } else if (over_backoff_limit()) {
      fail_job("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    } else if (over_deadline()) {
      fail_job("DeadlineExceeded", "Job was active longer than specified deadline");
    }
  }

  bool over_backoff_limit() const {
    constexpr std::int64_t kDefaultLimit = 6;
    const std::int64_t limit = spec_.at("backoffLimit").as_int(kDefaultLimit);
    if (tally_.failed() > limit) {
      return true;
    }
    // Containers restarted in place never make a failed pod: their restarts count instead.
    if (spec_.at("template", "spec", "restartPolicy").as_string() != "OnFailure") {
      return false;
    }
    std::int64_t sum = 0;
    for (const auto& pod : active_) {
      sum += restarts(*pod);
    }
    return limit == 0 ? sum > 0 : sum >= limit;
  }

  bool over_deadline() {
    const json::Value* deadline = spec_.find("activeDeadlineSeconds");
    const auto started = parse_rfc3339(plan_.status.at("startTime").as_string());
    if (deadline == nullptr || !started || suspended_) {
      return false;
    }
    const Duration left = *started + seconds(deadline->as_int()) - now_;
    if (left > Duration::zero()) {
      look_again(left);
    }
    return left <= Duration::zero();
  }

  void fail_job(std::string_view reason, std::string_view message) {
    failing_ = true;
    set_condition("FailureTarget", "True", reason, message);
  }

  void match_active_pods() {
    const auto active = static_cast<std::int64_t>(active_.size());
    const std::int64_t wanted = wanted_active();
    if (active > wanted) {
      // The least advanced go first.
      std::stable_sort(active_.begin(), active_.end(),
                       [](const auto& a, const auto& b) { return rank(*a) > rank(*b); });
      plan_.untrack_and_remove.assign(active_.begin() + wanted, active_.end());
      active_.resize(static_cast<std::size_t>(wanted));
      return;
    }
    const std::int64_t missing = wanted - active - (replaces_deleted_ ? 0 : terminating_);
    if (missing <= 0) {
      return;
    }
    const Duration wait = remaining_backoff(pods_, now_);
    if (wait > Duration::zero()) {
      look_again(wait);
    } else {
      plan_.create = static_cast<int>(std::min(missing, kMaxCreatesAtOnce));
    }
  }

  std::int64_t wanted_active() const {
    if (suspended_) {
      return 0;
    }
    const std::int64_t parallelism = std::max<std::int64_t>(spec_.at("parallelism").as_int(1), 0);
    if (!completions_) {
      // A work queue: one success means that the queue is empty, and the rest may finish.
      return tally_.succeeded() > 0
                 ? std::min(parallelism, static_cast<std::int64_t>(active_.size()))
                 : parallelism;
    }
    return std::clamp<std::int64_t>(*completions_ - tally_.succeeded(), 0, parallelism);
  }

  static int rank(const client::Object& pod) {
    return (is_ready(pod) ? 2 : 0) + (pod.at("status", "phase").as_string() == "Running" ? 1 : 0);
  }

  void judge_success() {
    if (failing_ || suspended_ || !active_.empty() || plan_.create > 0 ||
        api::has_condition(job_, "SuccessCriteriaMet")) {
      return;
    }
    const bool reached = tally_.succeeded() >= completions_.value_or(1);
    if (reached) {
      set_condition("SuccessCriteriaMet", "True", "CompletionsReached",
                    "Reached expected number of succeeded pods");
    }
  }

  void finish() {
    const bool at_rest = tally_.settled() && active_.empty() && plan_.create == 0 &&
                         plan_.remove.empty() && plan_.untrack_and_remove.empty() &&
                         terminating_ == 0;
    if (!at_rest) {
      return;
    }
    // The verdict is read from what was stored, so that it is durable before the end is announced.
    if (const json::Value* failure = api::condition(job_, "FailureTarget")) {
      set_condition("Failed", "True", failure->at("reason").as_string(),
                    failure->at("message").as_string());
      note("Warning", failure->at("reason").as_string(), failure->at("message").as_string());
    } else if (const json::Value* success = api::condition(job_, "SuccessCriteriaMet")) {
      set_condition("Complete", "True", success->at("reason").as_string(),
                    success->at("message").as_string());
      plan_.status["completionTime"] = format_rfc3339(now_);
      note("Normal", "Completed", "Job completed");
    }
  }

  void store_status() {
    const auto ready = std::count_if(active_.begin(), active_.end(),
                                     [](const auto& pod) { return is_ready(*pod); });
    const std::size_t active = active_.size() + static_cast<std::size_t>(plan_.create);
    if (active == 0) {
      plan_.status.erase("active");
    } else {
      plan_.status["active"] = active;
    }
    plan_.status["ready"] = ready;
    plan_.status["terminating"] =
        terminating_ +
        static_cast<std::int64_t>(plan_.remove.size() + plan_.untrack_and_remove.size());
    tally_.store(plan_.status);
    plan_.release = tally_.to_release();
  }

  void set_condition(std::string_view type, std::string_view status, std::string_view reason,
                     std::string_view message) {
    api::set_condition(plan_.status, {type, status, reason, message}, now_);
  }

  void note(std::string_view type, const std::string& reason, const std::string& message) {
    plan_.notes.push_back({type, reason, message});
  }

  void look_again(Duration after) { plan_.again = std::min(plan_.again.value_or(after), after); }

  const client::Object& job_;
  const json::Value& spec_;
  const Pods& pods_;
  const WallTime now_;
  const bool replaces_deleted_;
  const Tally tally_;
  std::optional<std::int64_t> completions_;  // nothing: a work queue
  Pods active_;
  std::int64_t terminating_ = 0;
  bool suspended_ = false;
  bool failing_ = false;
  Plan plan_;
};

}  // namespace

Plan plan(const client::Object& job, const Pods& pods, WallTime now) {
  return Planner(job, pods, now).run();
}

}  // namespace sluice::controllers::job
