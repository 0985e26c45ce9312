// SPDX-License-Identifier: Apache-2.0
#include "controllers/daemonset/daemonset_controller.h"

#include <set>

#include "controllers/daemonset/daemon_pod.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

// Where pods fail: a changed set gets another chance at once.
std::string place(const client::Object& set, const std::string& node) {
  return api::uid(set) + "/" + std::to_string(set.at("status", "observedGeneration").as_int()) +
         "/" + node;
}

}  // namespace

DaemonSetController::DaemonSetController(const Setting& setting)
    : client_(setting.client),
      sets_(setting.informers.of(api::kinds::daemon_set())),
      nodes_(setting.informers.of(api::kinds::node())),
      events_(setting.events),
      clock_(setting.clock),
      keeper_(setting, api::kinds::daemon_set()),
      revisions_(setting, api::kinds::daemon_set()),
      failures_(setting.clock) {}

void DaemonSetController::connect(runtime::Controller& controller) {
  keeper_.connect(controller);
  controller.watch(nodes_, [this](const runtime::Change& change) { return concerned(change); });
}

// Every daemon set when a node comes, goes or becomes fit for others; not when it only beats.
std::vector<api::Key> DaemonSetController::concerned(const runtime::Change& node) const {
  const bool same = node.before != nullptr && node.after != nullptr &&
                    node.before->at("spec") == node.after->at("spec") &&
                    node.before->at("metadata", "labels") == node.after->at("metadata", "labels");
  std::vector<api::Key> keys;
  if (!same) {
    for (const auto& set : sets_.list()) {
      keys.push_back(api::key(*set));
    }
  }
  return keys;
}

Result<runtime::Requeue> DaemonSetController::reconcile(const api::Key& key) {
  return keeper_.when_settled(key, [this](const client::Object& set) { return keep(set); });
}

Result<runtime::Requeue> DaemonSetController::keep(const client::Object& set) {
  TRY_ASSIGN(const auto revisions, revisions_.ensure(set));
  TRY_ASSIGN(const owned::Pods pods, keeper_.claim(set));
  const auto nodes = nodes_.list();
  const std::string hash = api::label(*revisions.back(), owned::kRevisionHash);
  const auto rest = [&](const std::string& node) { return failures_.rest(place(set, node)); };
  const daemonset::Plan plan = daemonset::plan(set, {pods, nodes, hash, rest}, clock_.now());
  for (const runtime::Note& note : plan.notes) {
    events_.record(set, note);
  }
  for (const std::string& node : plan.failed) {
    failures_.note(place(set, node));
  }
  TRY(keeper_.remove(set, plan.remove));
  TRY(keeper_.create_some(set, std::ssize(plan.create), [&](std::size_t i) {
    return daemonset::new_pod(set, plan.create[i], hash);
  }));
  TRY(write_status(client_, sets_.kind(), set, plan.status));
  std::set<std::string> in_use{api::name(*revisions.back())};
  for (const auto& pod : pods) {
    in_use.insert(api::name(set) + "-" + api::label(*pod, owned::kRevisionHash));
  }
  TRY(revisions_.remove(owned::forgettable(revisions, set, in_use)));
  return runtime::Requeue{plan.again};
}

}  // namespace sluice::controllers
