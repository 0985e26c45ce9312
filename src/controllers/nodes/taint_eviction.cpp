// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/taint_eviction.h"

#include "api/taints.h"
#include "controllers/nodes/pods_by_node.h"
#include "controllers/writes.h"

namespace sluice::controllers {

TaintEviction::TaintEviction(const Setting& setting)
    : client_(setting.client),
      pods_(setting.informers.of(api::kinds::pod())),
      nodes_(setting.informers.of(api::kinds::node())),
      events_(setting.events),
      clock_(setting.clock) {
  nodes::index_by_node(pods_);
}

void TaintEviction::connect(runtime::Controller& controller) {
  controller.watch(pods_, [](const runtime::Change& change) {
    const bool placed = !nodes::node_of(change.object()).empty();
    const bool same = change.before != nullptr && change.after != nullptr &&
                      change.before->at("spec") == change.after->at("spec");
    return placed && !same ? std::vector{api::key(change.object())} : std::vector<api::Key>{};
  });
  controller.watch(nodes_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    const bool same = change.before != nullptr && change.after != nullptr &&
                      change.before->at("spec", "taints") == change.after->at("spec", "taints");
    if (!same) {
      for (const client::ObjectPtr& pod : nodes::pods_on(pods_, api::name(change.object()))) {
        keys.push_back(api::key(*pod));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> TaintEviction::reconcile(const api::Key& key) {
  const client::ObjectPtr pod = pods_.get(key);
  const client::ObjectPtr node = pod == nullptr ? nullptr : nodes_.get({"", nodes::node_of(*pod)});
  const auto patience =
      node == nullptr || api::is_being_deleted(*pod) ? std::nullopt : api::patience(*pod, *node);
  if (!patience) {
    forget(key);
    return runtime::Requeue{};
  }
  const WallTime now = clock_.now();
  const Duration left = *patience == Duration(0) ? Duration(0) : begun(key, now) + *patience - now;
  if (left > Duration(0)) {
    return runtime::Requeue{left};
  }
  TRY(evict(*pod));
  forget(key);
  return runtime::Requeue{};
}

WallTime TaintEviction::begun(const api::Key& pod, WallTime now) {
  const std::scoped_lock lock(mutex_);
  return begun_.emplace(pod, now).first->second;
}

void TaintEviction::forget(const api::Key& pod) {
  const std::scoped_lock lock(mutex_);
  begun_.erase(pod);
}

Result<void> TaintEviction::evict(const client::Object& pod) {
  const api::Key key = api::key(pod);
  const auto found = client_.get(api::kinds::pod(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return {};
  }
  TRY(found);
  if (api::uid(**found) != api::uid(pod) || api::is_being_deleted(**found)) {
    return {};
  }
  client::Object marked = **found;
  const bool news =
      api::set_condition(marked["status"],
                         {.type = "DisruptionTarget",
                          .status = "True",
                          .reason = "DeletionByTaintManager",
                          .message = "Taint manager: deleting due to NoExecute taint"},
                         clock_.now());
  if (news) {
    TRY(client_.update(api::kinds::pod(), marked, client::Part::kStatus));
  }
  events_.record(pod, {.reason = "TaintManagerEviction",
                       .message = "Marking for deletion Pod " + api::to_string(key)});
  return done_or_gone(client_.remove(api::kinds::pod(), key, {.uid = api::uid(pod)}));
}

}  // namespace sluice::controllers
