// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/errors.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

// Kubernetes answers these with nothing but the words.
Result<void> check_binding(const json::Value& binding) {
  const json::Value& target = binding.at("target");
  const std::string& kind = target.at("kind").as_string();
  if (!kind.empty() && kind != "Node") {
    return fail(Code::kInvalid, "target.kind: Unsupported value: \"" + kind +
                                    "\": supported values: \"Node\", \"<empty>\"");
  }
  if (target.at("name").as_string().empty()) {
    return fail(Code::kInvalid, "target.name: Required value");
  }
  return {};
}

Error unbindable(const std::string& name, const std::string& why) {
  return {Code::kConflict,
          "Operation cannot be fulfilled on pods/binding \"" + name + "\": pod " + name + why};
}

Result<void> check_unbound(const json::Value& pod, const json::Value& binding) {
  const std::string& name = api::name(pod);
  const std::string& wanted_uid = api::uid(binding);
  if (!wanted_uid.empty() && wanted_uid != api::uid(pod)) {
    return tl::unexpected(
        precondition_failed(api::kinds::pod(), name, {"UID", wanted_uid, api::uid(pod)}));
  }
  if (api::is_being_deleted(pod)) {
    return tl::unexpected(unbindable(name, " is being deleted, cannot be assigned to a host"));
  }
  const std::string& node = pod.at("spec", "nodeName").as_string();
  if (!node.empty()) {
    return tl::unexpected(unbindable(name, " is already assigned to node \"" + node + "\""));
  }
  if (!pod.at("spec", "schedulingGates").as_array().empty()) {
    return tl::unexpected(unbindable(name, " has non-empty .spec.schedulingGates"));
  }
  return {};
}

}  // namespace

Result<Written> Registry::bind(const api::Key& pod, json::Value binding,
                               const WriteOptions& options) {
  if (const std::string& name = api::name(binding); !name.empty() && name != pod.name) {
    return fail(Code::kBadRequest, "name in URL does not match name in Binding object");
  }
  binding["apiVersion"] = "v1";
  binding["kind"] = "Binding";
  Attributes request = attributes(Operation::kCreate, {api::kinds::pod(), pod, "binding", options});
  request.object = &binding;
  TRY(admission_.mutate(request));
  TRY(check_binding(binding));
  TRY(admission_.validate(request));
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY(check_unbound(current, binding));
    json::Value bound = current;
    bound["spec"]["nodeName"] = binding.at("target", "name");
    for (const char* map : {"annotations", "labels"}) {
      for (const json::Member& entry : binding.at("metadata", map).as_object()) {
        bound["metadata"][map][entry.key] = entry.value;
      }
    }
    bound["status"].erase("nominatedNodeName");
    api::set_condition(bound["status"], {"PodScheduled", "True", "", ""}, clock_.now());
    for (json::Value& condition : bound["status"]["conditions"].array()) {
      if (condition.find("lastProbeTime") == nullptr) {
        condition["lastProbeTime"] = json::Value::null();  // which pods always show
      }
    }
    return Outcome{std::move(bound)};
  };
  return change(api::kinds::pod(), pod, {.dry_run = options.dry_run}, decide);
}

}  // namespace sluice::registry
