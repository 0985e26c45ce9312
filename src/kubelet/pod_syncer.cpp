// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_syncer.h"

#include <utility>

#include "kubelet/next_look.h"

namespace sluice::kubelet {
namespace {

constexpr int kMaxSteps = 8;

}  // namespace

void PodSyncer::load() {
  for (const std::string& uid : parts_.files.uids()) {
    record_of(uid);
  }
}

PodRecord& PodSyncer::record_of(const std::string& uid) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = records_.find(uid); found != records_.end()) {
      return *found->second;
    }
  }
  auto record = std::make_unique<PodRecord>(parts_.facts.recall(uid));
  take_up(*record);
  const std::scoped_lock lock(mutex_);
  return *(records_[uid] = std::move(record));
}

void PodSyncer::take_up(const PodRecord& record) {
  if (record.attempt.number == 0) {
    return;
  }
  parts_.doorbell.expect(record.attempt);
  update_followed(record);
}

Result<runtime::Requeue> PodSyncer::reconcile(const api::Key& key) {
  PodRecord& record = record_of(key.name);
  for (int step = 0; step < kMaxSteps; ++step) {
    client::ObjectPtr pod = parts_.find_pod(key.name);
    if (pod != nullptr) {
      pod = newest_pod(pod, record.written);
    }
    parts_.facts.refresh(pod, record);
    const Decision decision =
        decide(parts_.facts.pod_facts(pod, record), parts_.facts.attempt_facts(record), limits_);
    if (decision.act == Act::kForget) {
      TRY(forget(key.name));
      return runtime::Requeue{};
    }
    const Result<bool> again = parts_.acts.take(decision, pod, record);
    update_followed(record);
    TRY(again);
    if (!*again) {
      return next_look(decision, record);
    }
  }
  return runtime::Requeue{limits_.recheck};
}

runtime::Requeue PodSyncer::next_look(const Decision& decision, const PodRecord& record) const {
  const SteadyTime now = parts_.clock.steady();
  return runtime::Requeue{
      next_look_in({decision.again, left(record.not_before, now)}, record.show_again, now)};
}

Result<void> PodSyncer::forget(const std::string& uid) {
  TRY(parts_.files.remove(uid));
  parts_.doorbell.forget(uid);
  parts_.followed.drop(uid);
  parts_.forgotten(uid);
  parts_.tracker.wake();
  const std::scoped_lock lock(mutex_);
  records_.erase(uid);
  return {};
}

// The tracker looks after attempts that may still run; everything else with our name is a stray.
void PodSyncer::update_followed(const PodRecord& record) {
  const bool over =
      record.report && record.report->finished && (!is_interrupted(record) || record.failure);
  if (over) {
    parts_.followed.finish(record.attempt);
  } else if (record.attempt.number > 0 && record.owner != Owner::kKubelet && !record.failure) {
    parts_.followed.follow(record.attempt, record.heard, record.submitted);
  } else {
    parts_.followed.drop(record.attempt.uid);
  }
  parts_.tracker.set_interest(parts_.followed.any_alive());
}

}  // namespace sluice::kubelet
