// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/pod_collector.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "controllers/nodes/pods_by_node.h"
#include "controllers/owned/pods.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

// A node that was deleted may come back.
constexpr std::chrono::seconds kQuarantine{40};
constexpr std::chrono::seconds kCountEvery{20};
// Not a pod: pods have namespaces.
const api::Key kFinishedPods{"", "finished"};

}  // namespace

std::vector<client::ObjectPtr> nodes::surplus(std::vector<client::ObjectPtr> pods,
                                              std::size_t most) {
  std::erase_if(pods, [](const client::ObjectPtr& pod) { return !owned::is_finished(*pod); });
  if (pods.size() <= most) {
    return {};
  }
  const auto rank = [](const client::ObjectPtr& pod) {
    return std::tuple(pod->at("status", "reason").as_string() != "Evicted",
                      pod->at("metadata", "creationTimestamp").as_string(), api::name(*pod));
  };
  std::sort(pods.begin(), pods.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  pods.resize(pods.size() - most);
  return pods;
}

bool nodes::goes_nowhere(const client::Object& pod) {
  return api::is_being_deleted(pod) && nodes::node_of(pod).empty();
}

PodCollector::PodCollector(client::Client& client, runtime::Informers& informers, Clock& clock,
                           std::size_t most)
    : client_(client),
      pods_(informers.of(api::kinds::pod())),
      nodes_(informers.of(api::kinds::node())),
      clock_(clock),
      most_(most) {
  nodes::index_by_node(pods_);
}

void PodCollector::connect(runtime::Controller& controller) {
  pods_.on_change([this, &queue = controller.queue()](const runtime::Change& change) {
    if (change.after == nullptr) {
      return;
    }
    const client::Object& pod = *change.after;
    if (owned::is_finished(pod) &&
        (change.before == nullptr || !owned::is_finished(*change.before))) {
      queue.add_after(kFinishedPods, kCountEvery);
    }
    if (nodes::goes_nowhere(pod)) {
      queue.add(api::key(pod));
    } else if (has_lost_its_node(pod)) {
      queue.add_after(api::key(pod), kQuarantine);
    }
  });
  nodes_.on_change([this, &queue = controller.queue()](const runtime::Change& change) {
    if (change.after == nullptr) {
      for (const client::ObjectPtr& pod : nodes::pods_on(pods_, api::name(*change.before))) {
        queue.add_after(api::key(*pod), kQuarantine);
      }
    }
  });
}

bool PodCollector::has_lost_its_node(const client::Object& pod) const {
  const std::string& node = nodes::node_of(pod);
  return !node.empty() && nodes_.get({"", node}) == nullptr;
}

Result<runtime::Requeue> PodCollector::reconcile(const api::Key& key) {
  if (key == kFinishedPods) {
    TRY(collect_finished());
    return runtime::Requeue{};
  }
  const auto found = client_.get(api::kinds::pod(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  const client::Object& pod = **found;
  bool collect = nodes::goes_nowhere(pod);
  if (!collect && has_lost_its_node(pod)) {
    const auto node = client_.get(api::kinds::node(), {"", nodes::node_of(pod)});
    collect = !node && node.error().code == Code::kNotFound;
  }
  if (collect) {
    TRY(fail_and_remove(pod));
  }
  return runtime::Requeue{};
}

Result<void> PodCollector::collect_finished() {
  for (const client::ObjectPtr& pod : nodes::surplus(pods_.list(), most_)) {
    TRY(fail_and_remove(*pod));
  }
  return {};
}

// Nobody else would say that it has failed.
Result<void> PodCollector::fail_and_remove(const client::Object& pod) {
  if (!owned::is_finished(pod)) {
    client::Object failed = pod;
    failed["status"]["phase"] = "Failed";
    if (!nodes::node_of(pod).empty()) {
      api::set_condition(failed["status"],
                         {.type = "DisruptionTarget",
                          .status = "True",
                          .reason = "DeletionByPodGC",
                          .message = "PodGC: node no longer exists"},
                         clock_.now());
    }
    TRY(client_.update(api::kinds::pod(), failed, client::Part::kStatus));
  }
  return done_or_gone(client_.remove(api::kinds::pod(), api::key(pod),
                                     {.grace_period_seconds = 0, .uid = api::uid(pod)}));
}

}  // namespace sluice::controllers
