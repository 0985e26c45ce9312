// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/node_lifecycle.h"

#include "controllers/nodes/condition_taints.h"
#include "controllers/nodes/pods_by_node.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

constexpr const char* kLeases = "kube-node-lease";

std::vector<api::Key> node_of_lease(const runtime::Change& change) {
  const client::Object& lease = change.object();
  return api::ns(lease) == kLeases ? std::vector{api::Key{"", api::name(lease)}}
                                   : std::vector<api::Key>{};
}

bool is_silent(const client::Object& node) {
  return api::has_condition(node, "Ready", "Unknown");
}

runtime::Note note(const client::Object& node, const std::string& reason, const std::string& what) {
  return {.reason = reason, .message = "Node " + api::name(node) + " " + what};
}

}  // namespace

Result<NodeGrace> NodeGrace::of(std::int64_t seconds) {
  constexpr std::int64_t kLeast = 20;  // two signs of life
  constexpr std::int64_t kMost = 24 * 3600;
  if (seconds < kLeast || seconds > kMost) {
    return fail(Code::kInvalid, "must be from " + std::to_string(kLeast) + " to " +
                                    std::to_string(kMost) + " seconds");
  }
  return NodeGrace{.silent = std::chrono::seconds(seconds)};
}

NodeLifecycle::NodeLifecycle(const Setting& setting, NodeGrace grace)
    : client_(setting.client),
      nodes_(setting.informers.of(api::kinds::node())),
      leases_(setting.informers.of(api::kinds::lease())),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      clock_(setting.clock),
      grace_(grace) {
  nodes::index_by_node(pods_);
}

void NodeLifecycle::connect(runtime::Controller& controller) {
  nodes_.on_change(
      [this, &queue = controller.queue()](const runtime::Change& change) { take(change, queue); });
  controller.watch(leases_, node_of_lease);
  controller.watch(pods_, [this](const runtime::Change& change) {
    const bool came = change.after != nullptr &&
                      (change.before == nullptr || nodes::node_of(*change.before).empty()) &&
                      !nodes::node_of(*change.after).empty();
    const auto node = came ? nodes_.get({"", nodes::node_of(*change.after)}) : nullptr;
    return node != nullptr && is_silent(*node) ? std::vector{api::key(*node)}
                                               : std::vector<api::Key>{};
  });
}

void NodeLifecycle::take(const runtime::Change& change, runtime::WorkQueue& queue) {
  const client::Object& node = change.object();
  const std::string& name = api::name(node);
  if (change.before == nullptr) {
    events_.record(
        node, note(node, "RegisteredNode", "event: Registered Node " + name + " in Controller"));
  }
  if (change.after == nullptr) {
    heartbeats_.forget(name);
    forget_pods(name);
    events_.record(node,
                   note(node, "RemovingNode", "event: Removing Node " + name + " from Controller"));
  }
  queue.add(api::key(node));
  if (zones_.take(change)) {
    for (const client::ObjectPtr& other : nodes_.list()) {
      queue.add(api::key(*other));
    }
  }
}

Result<runtime::Requeue> NodeLifecycle::reconcile(const api::Key& key) {
  const client::ObjectPtr node = nodes_.get(key);
  if (node == nullptr) {
    return runtime::Requeue{};
  }
  const client::ObjectPtr lease = leases_.get({kLeases, key.name});
  const Duration until_silent = left(*node, lease.get());
  if (until_silent <= Duration(0) && !is_silent(*node)) {
    return declare_silent(*node);
  }
  TRY_ASSIGN(runtime::Requeue again, keep_taints(*node));
  TRY(unready_pods(*node));
  if (until_silent > Duration(0)) {
    again.after = std::min(again.after.value_or(until_silent), until_silent);
  }
  return again;
}

Duration NodeLifecycle::left(const client::Object& node, const client::Object* lease) {
  const bool starting = api::condition(node, "Ready") == nullptr;
  return (starting ? grace_.starting : grace_.silent) -
         heartbeats_.silence(node, lease, clock_.steady());
}

// It may be our copy of the lease that is old: the server has the last word. The change of the node
// brings it back here for the rest.
Result<runtime::Requeue> NodeLifecycle::declare_silent(const client::Object& node) {
  const auto lease = client_.get(api::kinds::lease(), {kLeases, api::name(node)});
  TRY(done_or_gone(lease));
  const Duration until_silent = left(node, lease ? lease->get() : nullptr);
  if (until_silent > Duration(0)) {
    return runtime::Requeue{until_silent};
  }
  const bool was_ready = api::has_condition(node, "Ready");
  TRY(write_status(client_, api::kinds::node(), node, nodes::silent_status(node, clock_.now())));
  if (was_ready) {
    events_.record(node, note(node, "NodeNotReady", "status is now: NodeNotReady"));
  }
  return runtime::Requeue{};
}

Result<runtime::Requeue> NodeLifecycle::keep_taints(const client::Object& node) {
  const SteadyTime now = clock_.steady();
  const nodes::Zones::Verdict verdict = zones_.verdict(node, now);
  const json::Array& current = node.at("spec", "taints").as_array();
  json::Array taints = nodes::condition_taints(node, verdict.eviction, clock_.now());
  const bool evicts = nodes::is_evicting(taints);
  if (taints != current) {
    const bool begins = evicts && !nodes::is_evicting(current);
    client::Object changed = node;  // with its resourceVersion: Conflict when it is not the latest
    changed["spec"]["taints"] = std::move(taints);
    TRY(done_or_gone(client_.update(api::kinds::node(), changed)));
    if (begins) {
      zones_.begun(node, now);
    }
  }
  const bool waits = !evicts && !api::has_condition(node, "Ready");
  return runtime::Requeue{waits ? verdict.wait : std::nullopt};
}

Result<void> NodeLifecycle::unready_pods(const client::Object& node) {
  if (!is_silent(node)) {
    forget_pods(api::name(node));
    return {};
  }
  for (const client::ObjectPtr& pod : nodes::pods_on(pods_, api::name(node))) {
    if (api::has_condition(*pod, "Ready") && !was_shown(node, *pod)) {
      TRY(show_unready(node, *pod));
    }
  }
  return {};
}

Result<void> NodeLifecycle::show_unready(const client::Object& node, const client::Object& pod) {
  const json::Value& ready = *api::condition(pod, "Ready");
  json::Value status = pod.at("status");
  api::set_condition(status,
                     {.type = "Ready",
                      .status = "False",
                      .reason = ready.at("reason").as_string(),
                      .message = ready.at("message").as_string()},
                     clock_.now());
  TRY(write_status(client_, api::kinds::pod(), pod, status));
  events_.record(pod,
                 {.type = "Warning", .reason = "NodeNotReady", .message = "Node is not ready"});
  const std::scoped_lock lock(mutex_);
  unready_[api::name(node)].insert(api::uid(pod));
  return {};
}

bool NodeLifecycle::was_shown(const client::Object& node, const client::Object& pod) {
  const std::scoped_lock lock(mutex_);
  return unready_[api::name(node)].contains(api::uid(pod));
}

void NodeLifecycle::forget_pods(const std::string& node) {
  const std::scoped_lock lock(mutex_);
  unready_.erase(node);
}

}  // namespace sluice::controllers
