// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/scheduler.h"

#include <vector>

#include "controllers/scheduler/fit.h"

namespace sluice::controllers {

namespace {

constexpr const char* kWaiting = "waiting for the scheduler";

// Gone or bound meanwhile: nothing is left to do, and whoever did it has told everyone.
bool is_overtaken(const Error& error) {
  return error.code == Code::kNotFound || error.code == Code::kConflict;
}

}  // namespace

Scheduler::Scheduler(const Setting& setting)
    : client_(setting.client),
      pods_(setting.informers.of(api::kinds::pod())),
      nodes_(setting.informers.of(api::kinds::node())),
      events_(setting.events),
      clock_(setting.clock) {
  pods_.add_index(kWaiting, [](const client::Object& pod) {
    return scheduler::is_waiting(pod) ? std::vector<std::string>{""} : std::vector<std::string>{};
  });
}

void Scheduler::connect(runtime::Controller& controller) {
  controller.watch(pods_, [](const runtime::Change& change) {
    const bool waits = change.after != nullptr && scheduler::is_waiting(*change.after);
    return waits ? std::vector<api::Key>{api::key(*change.after)} : std::vector<api::Key>{};
  });
  controller.watch(nodes_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    const bool same = change.before != nullptr && change.after != nullptr &&
                      scheduler::same_for_scheduling(*change.before, *change.after);
    if (!same) {
      for (const auto& pod : pods_.by_index(kWaiting, "")) {
        keys.push_back(api::key(*pod));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> Scheduler::reconcile(const api::Key& key) {
  const client::ObjectPtr pod = pods_.get(key);
  if (pod == nullptr || !scheduler::is_waiting(*pod)) {
    return runtime::Requeue{};
  }
  const scheduler::Choice choice = scheduler::choose(*pod, nodes_.list());
  const auto done =
      choice.node.empty() ? report_unschedulable(*pod, choice.message) : bind(*pod, choice.node);
  if (!done && !is_overtaken(done.error())) {
    return tl::unexpected(done.error());
  }
  return runtime::Requeue{};
}

Result<void> Scheduler::bind(const client::Object& pod, const std::string& node) {
  const api::Key key = api::key(pod);
  // The uid makes sure that it is this pod and not another one of the same name.
  const json::Object metadata{{"name", key.name}, {"namespace", key.ns}, {"uid", api::uid(pod)}};
  const json::Object target{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}};
  const json::Object binding{
      {"apiVersion", "v1"}, {"kind", "Binding"}, {"metadata", metadata}, {"target", target}};
  TRY(client_.create_subresource(api::kinds::pod(), key, "binding", binding));
  events_.record(pod, {.reason = "Scheduled",
                       .message = "Successfully assigned " + api::to_string(key) + " to " + node});
  return {};
}

Result<void> Scheduler::report_unschedulable(const client::Object& pod,
                                             const std::string& message) {
  client::Object changed = pod;  // with its resourceVersion: a pod bound meanwhile is left alone
  const bool is_news = api::set_condition(
      changed["status"], {"PodScheduled", "False", "Unschedulable", message}, clock_.now());
  if (!is_news) {
    return {};
  }
  TRY(client_.update(api::kinds::pod(), changed, client::Part::kStatus));
  events_.record(pod, {.type = "Warning", .reason = "FailedScheduling", .message = message});
  return {};
}

}  // namespace sluice::controllers
