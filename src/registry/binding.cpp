// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/errors.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

Result<void> check_binding(const api::Key& pod, const json::Value& binding) {
  const json::Value& target = binding.at("target");
  if (target.at("name").as_string().empty()) {
    return tl::unexpected(invalid(api::kinds::pod(), pod.name,
                                  {"FieldValueRequired", "Required value", "target.name"}));
  }
  const std::string& kind = target.at("kind").as_string();
  if (!kind.empty() && kind != "Node") {
    return tl::unexpected(
        invalid(api::kinds::pod(), pod.name,
                {"FieldValueNotSupported",
                 "Unsupported value: \"" + kind + "\": supported values: \"Node\", \"<empty>\"",
                 "target.kind"}));
  }
  return {};
}

Result<void> check_unbound(const json::Value& pod, const json::Value& binding) {
  const std::string& name = api::name(pod);
  const std::string& wanted_uid = api::uid(binding);
  if (!wanted_uid.empty() && wanted_uid != api::uid(pod)) {
    return tl::unexpected(
        precondition_failed(api::kinds::pod(), name, {"UID", wanted_uid, api::uid(pod)}));
  }
  if (api::is_being_deleted(pod)) {
    return tl::unexpected(
        conflict(api::kinds::pod(), name,
                 "pod " + name + " is being deleted, cannot be assigned to a host"));
  }
  const std::string& node = pod.at("spec", "nodeName").as_string();
  if (!node.empty()) {
    return tl::unexpected(conflict(
        api::kinds::pod(), name, "pod " + name + " is already assigned to node \"" + node + "\""));
  }
  return {};
}

}  // namespace

Result<Written> Registry::bind(const api::Key& pod, json::Value binding,
                               const WriteOptions& options) {
  binding["apiVersion"] = "v1";
  binding["kind"] = "Binding";
  Attributes request = attributes(Operation::kCreate, {api::kinds::pod(), pod, "binding", options});
  request.object = &binding;
  TRY(admission_.mutate(request));
  TRY(check_binding(pod, binding));
  TRY(admission_.validate(request));
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY(check_unbound(current, binding));
    json::Value bound = current;
    bound["spec"]["nodeName"] = binding.at("target", "name");
    for (const json::Member& note : binding.at("metadata", "annotations").as_object()) {
      bound["metadata"]["annotations"][note.key] = note.value;
    }
    api::set_condition(bound["status"], {"PodScheduled", "True", "", ""}, clock_.now());
    return Outcome{std::move(bound)};
  };
  return change(api::kinds::pod(), pod, {.dry_run = options.dry_run}, decide);
}

}  // namespace sluice::registry
