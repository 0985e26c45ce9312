// SPDX-License-Identifier: Apache-2.0
#include "machines/hooks.h"

namespace sluice::machines {
namespace {

constexpr const char* kOwner = "sluice-operator";

const json::Value& annotations(const json::Value& machine) {
  return machine.at("metadata", "annotations");
}

// Of this very Machine, not of one that has its name later.
json::Value annotation_patch(const json::Value& machine, json::Object annotations) {
  return json::Object{{"metadata", json::Object{{"uid", api::uid(machine)},
                                                {"annotations", std::move(annotations)}}}};
}

}  // namespace

bool has_hook(const json::Value& machine) {
  return annotations(machine).find(kDrainHook) != nullptr ||
         annotations(machine).find(kDeregisterHook) != nullptr;
}

std::optional<json::Value> hooks_to_add(const json::Value& machine, const SlurmMachine& slurm) {
  json::Object missing;
  for (const char* hook : {kDrainHook, kDeregisterHook}) {
    if (annotations(machine).find(hook) == nullptr) {
      missing[hook] = kOwner;
    }
  }
  const auto say = [&](const char* annotation, std::string_view value) {
    if (annotations(machine).at(annotation).as_string() != value) {
      missing[annotation] = value;
    }
  };
  say(kNodeClass, slurm.node_class.name);
  say(kRole, to_string(slurm.role));
  if (!slurm.node.empty()) {
    say(kSlurmNode, slurm.node);
  }
  return missing.empty() ? std::nullopt
                         : std::optional(annotation_patch(machine, std::move(missing)));
}

std::optional<json::Value> hooks_to_remove(const json::Value& machine) {
  json::Object there;
  for (const char* hook : {kDrainHook, kDeregisterHook}) {
    if (annotations(machine).find(hook) != nullptr) {
      there[hook] = nullptr;
    }
  }
  return there.empty() ? std::nullopt : std::optional(annotation_patch(machine, std::move(there)));
}

std::optional<json::Value> name_to_note(const json::Value& machine, const SlurmMachine& slurm) {
  if (api::annotation(machine, kSlurmNode) == slurm.node) {
    return std::nullopt;
  }
  return annotation_patch(machine, {{kSlurmNode, slurm.node}});
}

}  // namespace sluice::machines
