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
#include "controllers/job/failure_policy.h"
#include "controllers/job/index_failures.h"
#include "controllers/job/indexes.h"
#include "controllers/job/tally.h"

namespace sluice::controllers::job {

namespace {

using std::chrono::seconds;

constexpr std::int64_t kMaxCreatesAtOnce = 500;

// One look at a job; its methods fill in the plan in the order run() calls them.
class Planner {
 public:
  Planner(const client::Object& job, const Pods& pods, WallTime now)
      : job_(job),
        spec_(job.at("spec")),
        pods_(pods),
        now_(now),
        replaces_deleted_(spec_.at("podReplacementPolicy").as_string() != "Failed"),
        completions_(count_of(spec_.at("completions"))),
        indexed_(spec_.at("completionMode").as_string() == "Indexed"),
        is_ending_(api::is_being_deleted(job) || api::has_condition(job, "FailureTarget") ||
                   api::has_condition(job, "SuccessCriteriaMet")),
        index_failures_(job, pods, replaces_deleted_),
        tally_(
            job.at("status"), pods, [this](const client::Object& pod) { return outcome(pod); },
            indexed_ ? completions_ : std::nullopt) {
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
    judge_success_policy();
    if (failing_) {
      plan_.remove = std::exchange(active_, {});
    } else if (succeeding_) {
      plan_.untrack_and_remove = std::exchange(active_, {});
    } else if (!api::is_being_deleted(job_)) {
      match_active_pods();
    }
    judge_success();
    finish();
    store_status();
    return std::move(plan_);
  }

 private:
  static std::optional<std::int64_t> count_of(const json::Value& number) {
    return number.is_int() ? std::optional(number.as_int()) : std::nullopt;
  }

  Outcome outcome(const client::Object& pod) const {
    if (is_succeeded(pod)) {
      return Outcome::kSucceeded;
    }
    const bool remembered = !is_ending_ && index_failures_.must_stay(pod);
    if (!is_failed(pod, replaces_deleted_) || remembered) {
      return Outcome::kNone;
    }
    const bool ignored = job::judge_failure(job_, pod).action == FailureVerdict::Action::kIgnore;
    return ignored ? Outcome::kIgnored : Outcome::kFailed;
  }

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
    if (const auto why = fatal_pod()) {
      fail_job("PodFailurePolicy", *why);
    } else if (over_backoff_limit()) {
      fail_job("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    } else if (over_deadline()) {
      fail_job("DeadlineExceeded", "Job was active longer than specified deadline");
    } else if (over_index_limit()) {
      fail_job("MaxFailedIndexesExceeded",
               "Job has exceeded the specified maximal number of failed indexes");
    } else if (!index_failures_.failed().empty() && finished_indexes() >= *completions_) {
      fail_job("FailedIndexes", "Job has failed indexes");
    }
  }

  std::optional<std::string> fatal_pod() const {
    for (const auto& pod : pods_) {
      if (is_tracked(*pod) && is_failed(*pod, false)) {
        const FailureVerdict verdict = job::judge_failure(job_, *pod);
        if (verdict.action == FailureVerdict::Action::kFailJob) {
          return verdict.message;
        }
      }
    }
    return std::nullopt;
  }

  bool over_index_limit() const {
    const json::Value* limit = spec_.find("maxFailedIndexes");
    return limit != nullptr && std::ssize(index_failures_.failed()) > limit->as_int();
  }

  std::int64_t finished_indexes() const {
    return tally_.succeeded() + std::ssize(index_failures_.failed());
  }

  void judge_success_policy() {
    succeeding_ = api::has_condition(job_, "SuccessCriteriaMet");
    if (failing_ || succeeding_ || !indexed_) {
      return;
    }
    if (const auto rule = fulfilled_rule(job_, tally_.completed())) {
      succeeding_ = true;
      set_condition("SuccessCriteriaMet", "True", "SuccessPolicy",
                    "Matched rules at index " + std::to_string(*rule));
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
    if (indexed_) {
      drop_doubles();
    }
    const auto active = static_cast<std::int64_t>(active_.size());
    const std::int64_t wanted = wanted_active();
    if (active > wanted) {
      // The least advanced go first.
      std::stable_sort(active_.begin(), active_.end(),
                       [](const auto& a, const auto& b) { return rank(*a) > rank(*b); });
      plan_.untrack_and_remove.insert(plan_.untrack_and_remove.end(), active_.begin() + wanted,
                                      active_.end());
      active_.resize(static_cast<std::size_t>(wanted));
      return;
    }
    const std::int64_t missing = wanted - active - (replaces_deleted_ ? 0 : terminating_);
    if (missing <= 0) {
      return;
    }
    const bool per_index = spec_.find("backoffLimitPerIndex") != nullptr;
    const Duration wait = per_index ? Duration::zero() : remaining_backoff(pods_, now_);
    if (wait > Duration::zero()) {
      look_again(wait);
    } else if (indexed_) {
      choose_indexes(std::min(missing, kMaxCreatesAtOnce));
    } else {
      plan_.create = static_cast<int>(std::min(missing, kMaxCreatesAtOnce));
    }
  }

  // An index has one active pod, and only indexes below the number of completions count.
  void drop_doubles() {
    Indexes seen;
    Pods kept;
    for (auto& pod : active_) {
      const auto index = index_of(*pod);
      const bool valid = index && *index >= 0 && *index < *completions_;
      (valid && seen.insert(*index).second ? kept : plan_.untrack_and_remove).push_back(pod);
    }
    active_ = std::move(kept);
  }

  void choose_indexes(std::int64_t number) {
    Indexes taken = tally_.completed();
    taken.insert(index_failures_.failed().begin(), index_failures_.failed().end());
    for (const auto& pod : pods_) {
      if (is_active(*pod) || (is_terminating(*pod) && !replaces_deleted_)) {
        taken.insert(index_of(*pod).value_or(-1));
      }
    }
    for (std::int64_t index = 0; index < *completions_ && std::ssize(plan_.indexes) < number;
         ++index) {
      if (taken.contains(index)) {
        continue;
      }
      const Duration wait = index_failures_.backoff(index, now_);
      if (wait > Duration::zero()) {
        look_again(wait);
      } else {
        plan_.indexes.push_back({index, index_failures_.count(index)});
      }
    }
    plan_.create = static_cast<int>(plan_.indexes.size());
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
    return std::clamp<std::int64_t>(*completions_ - finished_indexes(), 0, parallelism);
  }

  static int rank(const client::Object& pod) {
    return (is_ready(pod) ? 2 : 0) + (pod.at("status", "phase").as_string() == "Running" ? 1 : 0);
  }

  void judge_success() {
    if (failing_ || suspended_ || succeeding_ || !active_.empty() || plan_.create > 0) {
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
    if (spec_.find("backoffLimitPerIndex") != nullptr) {
      plan_.status["failedIndexes"] = format_indexes(index_failures_.failed());
    }
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
  const std::optional<std::int64_t> completions_;  // nothing: a work queue
  const bool indexed_;
  const bool is_ending_;  // no pod will be created any more
  const IndexFailures index_failures_;
  const Tally tally_;
  Pods active_;
  std::int64_t terminating_ = 0;
  bool suspended_ = false;
  bool failing_ = false;
  bool succeeding_ = false;
  Plan plan_;
};

}  // namespace

Plan plan(const client::Object& job, const Pods& pods, WallTime now) {
  return Planner(job, pods, now).run();
}

}  // namespace sluice::controllers::job
