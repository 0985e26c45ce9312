// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/index_failures.h"

#include <algorithm>

#include "controllers/job/failure_policy.h"
#include "runtime/backoff.h"

namespace sluice::controllers::job {

IndexFailures::IndexFailures(const client::Object& job, const Pods& pods, bool deleted_fails) {
  const json::Value& spec = job.at("spec");
  if (spec.find("backoffLimitPerIndex") == nullptr) {
    return;
  }
  const std::int64_t completions = spec.at("completions").as_int();
  failed_ = parse_indexes(job.at("status", "failedIndexes").as_string(), completions);
  const Indexes completed =
      parse_indexes(job.at("status", "completedIndexes").as_string(), completions);
  for (const auto& pod : pods) {
    if (is_failed(*pod, deleted_fails) && index_of(*pod)) {
      take(job, pod);
    }
  }
  for (const auto& pod : pods) {
    const auto index = index_of(*pod);
    const auto found = index ? latest_.find(*index) : latest_.end();
    const bool succeeds = found != latest_.end() && !is_failed(*pod, deleted_fails) &&
                          earlier_failures(*pod) >= found->second.failures;
    if (succeeds || (found != latest_.end() && completed.contains(*index))) {
      latest_.erase(found);
    }
  }
  std::erase_if(latest_, [&](const auto& entry) { return failed_.contains(entry.first); });
}

void IndexFailures::take(const client::Object& job, const client::ObjectPtr& pod) {
  using Action = FailureVerdict::Action;
  const std::int64_t index = *index_of(*pod);
  const Action action = judge_failure(job, *pod).action;
  const std::int64_t failures = earlier_failures(*pod) + (action == Action::kIgnore ? 0 : 1);
  if (action == Action::kFailIndex || failures > job.at("spec", "backoffLimitPerIndex").as_int()) {
    failed_.insert(index);
    return;
  }
  Latest& latest = latest_[index];
  if (latest.pod == nullptr || latest.failures < failures ||
      (latest.failures == failures && finish_time(*latest.pod) < finish_time(*pod))) {
    latest = {pod, failures};
  }
}

std::int64_t IndexFailures::count(std::int64_t index) const {
  const auto found = latest_.find(index);
  return found == latest_.end() ? 0 : found->second.failures;
}

Duration IndexFailures::backoff(std::int64_t index, WallTime now) const {
  const auto found = latest_.find(index);
  if (found == latest_.end() || found->second.failures == 0) {
    return Duration::zero();
  }
  const Duration since =
      std::max<Duration>(now - finish_time(*found->second.pod), Duration::zero());
  const Duration whole = kPodBackoff.after(static_cast<unsigned>(found->second.failures));
  return std::max(whole - since, Duration::zero());
}

bool IndexFailures::must_stay(const client::Object& pod) const {
  const auto index = index_of(pod);
  const auto found = index ? latest_.find(*index) : latest_.end();
  return found != latest_.end() && api::uid(*found->second.pod) == api::uid(pod);
}

}  // namespace sluice::controllers::job
