// SPDX-License-Identifier: Apache-2.0
#include "controllers/flow_schemas/flow_schema_controller.h"

#include "base/go_text.h"

namespace sluice::controllers {
namespace {

const api::Kind& kind(std::string_view name) {
  return *api::find_kind("flowcontrol.apiserver.k8s.io/v1", name);
}

const std::string& level_of(const client::Object& schema) {
  return schema.at("spec", "priorityLevelConfiguration", "name").as_string();
}

}  // namespace

FlowSchemaController::FlowSchemaController(client::Client& client, runtime::Informers& informers,
                                           Clock& clock)
    : client_(client),
      clock_(clock),
      schemas_(informers.of(kind("FlowSchema"))),
      levels_(informers.of(kind("PriorityLevelConfiguration"))) {}

void FlowSchemaController::connect(runtime::Controller& controller) {
  controller.watch(schemas_);
  controller.watch(levels_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    const bool stays = change.before != nullptr && change.after != nullptr;
    for (const client::ObjectPtr& schema :
         stays ? std::vector<client::ObjectPtr>() : schemas_.list()) {
      if (level_of(*schema) == api::name(change.object())) {
        keys.push_back(api::key(*schema));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> FlowSchemaController::reconcile(const api::Key& key) {
  const client::ObjectPtr known = schemas_.get(key);
  if (known == nullptr || api::is_being_deleted(*known)) {
    return runtime::Requeue{};
  }
  client::Object schema = *known;
  const std::string level = level_of(schema);
  const bool found = levels_.get({"", level}) != nullptr;
  const std::string message =
      "This FlowSchema references the PriorityLevelConfiguration object named " + go_quoted(level) +
      (found ? " and it exists" : " but there is no such object");
  const bool changed = api::set_condition(schema["status"],
                                          {.type = "Dangling",
                                           .status = found ? "False" : "True",
                                           .reason = found ? "Found" : "NotFound",
                                           .message = message},
                                          clock_.now());
  if (changed) {
    TRY(client_.update(schemas_.kind(), schema, client::Part::kStatus));
  }
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
