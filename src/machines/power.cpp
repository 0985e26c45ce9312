// SPDX-License-Identifier: Apache-2.0
#include "machines/power.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "machines/machine_conditions.h"
#include "machines/slurm_machine.h"

namespace sluice::machines {
namespace {

constexpr int kTries = 10;  // when somebody else writes at the same time
constexpr const char* kDeployment = "cluster.x-k8s.io/deployment-name";
constexpr std::string_view kTopology = "topology.cluster.x-k8s.io/";

// What comes first keeps what follows from being so.
constexpr std::array kSteps{"BootstrapConfigReady", "InfrastructureReady", "NodeHealthy",
                            "SlurmRegistered"};

// Labels that say whose Machines these are; those of a topology, which would not want them, stay
// behind.
json::Value labels(const json::Value& of, const std::string& name, const std::string& node) {
  json::Value labels = json::Object{};
  for (const json::Member& label : of.as_object()) {
    if (!label.key.starts_with(kTopology)) {
      labels[label.key] = label.value;
    }
  }
  labels[kDeployment] = name;
  labels[kSlurmNode] = node;
  return labels;
}

// A second machine of the node would wait for the first to go, and the first for the second.
void replace_one_by_one(json::Value& spec) {
  json::Value* const update = spec.find("rollout") != nullptr ? &spec["rollout"] : &spec;
  json::Value* const strategy = update->find("strategy");
  if (strategy != nullptr && strategy->at("type").as_string() != "OnDelete") {
    (*strategy)["rollingUpdate"] = json::Object{{"maxSurge", 0}, {"maxUnavailable", 1}};
  }
}

json::Value patch(const json::Value& deployment, json::Array changes) {
  json::Array operations{json::Object{{"op", "test"},
                                      {"path", "/metadata/resourceVersion"},
                                      {"value", api::resource_version(deployment)}}};
  for (json::Value& change : changes) {
    operations.push_back(std::move(change));
  }
  return operations;
}

json::Value replace(const char* path, json::Value value) {
  return json::Object{{"op", "replace"}, {"path", path}, {"value", std::move(value)}};
}

// Somebody else was faster: what is true then is looked at again.
bool try_again(const Error& error) {
  return error.code == Code::kConflict || error.code == Code::kAlreadyExists ||
         error.code == Code::kInvalid;
}

Result<bool> resume_once(const PowerSaving& power, const std::string& node) {
  const auto pattern = power.client.get(power.deployments, power.pattern);
  if (!pattern) {
    return tl::unexpected(with_context(
        pattern.error(), "the MachineDeployment \"" + power.pattern.name + "\", the pattern"));
  }
  const json::Value wanted = deployment_of(**pattern, node);
  const auto there = power.client.get(power.deployments, api::key(wanted));
  if (!there && there.error().code != Code::kNotFound) {
    return tl::unexpected(there.error());
  }
  if (!there) {
    TRY(power.client.create(power.deployments, wanted));
    return true;
  }
  if (power_saved_node(**there) != node) {
    return fail(Code::kForbidden, "the MachineDeployment \"" + api::name(wanted) +
                                      "\" is somebody else's: expected the label " + kSlurmNode +
                                      "=" + node);
  }
  if (api::is_being_deleted(**there)) {
    return fail(Code::kUnavailable,
                "the MachineDeployment \"" + api::name(wanted) + "\" is being deleted");
  }
  if ((*there)->at("spec", "replicas").as_int(1) > 0) {
    return false;
  }
  json::Array changes{replace("/spec/replicas", 1)};
  if ((*there)->at("spec", "template") != wanted.at("spec", "template")) {
    changes.push_back(replace("/spec/template", wanted.at("spec", "template")));
  }
  TRY(power.client.patch(
      power.deployments, api::key(wanted),
      {.type = client::PatchType::kJson, .body = patch(**there, std::move(changes))}));
  return true;
}

Result<bool> suspend_once(const PowerSaving& power, const std::string& node) {
  const api::Key key{power.pattern.ns, deployment_name(power.pattern.name, node)};
  const auto there = power.client.get(power.deployments, key);
  if (!there) {
    return there.error().code == Code::kNotFound ? Result<bool>(false)
                                                 : tl::unexpected(there.error());
  }
  if (power_saved_node(**there) != node || (*there)->at("spec", "replicas").as_int(1) == 0) {
    return false;
  }
  TRY(power.client.patch(
      power.deployments, key,
      {.type = client::PatchType::kJson, .body = patch(**there, {replace("/spec/replicas", 0)})}));
  return true;
}

template <class Once>
Result<void> repeat(Once once) {
  for (int tries = 1;; ++tries) {
    const auto done = once();
    if (done || tries == kTries || !try_again(done.error())) {
      return done ? Result<void>() : tl::unexpected(done.error());
    }
  }
}

}  // namespace

std::string deployment_name(const std::string& pattern, const std::string& node) {
  return pattern + "-" + node;
}

json::Value deployment_of(const json::Value& pattern, const std::string& node) {
  const std::string name = deployment_name(api::name(pattern), node);
  json::Value spec = pattern.at("spec");
  spec["replicas"] = 1;
  spec["selector"] = json::Object{
      {"matchLabels", labels(pattern.at("spec", "selector", "matchLabels"), name, node)}};
  json::Value& metadata = spec["template"]["metadata"];
  metadata["labels"] = labels(pattern.at("spec", "template", "metadata", "labels"), name, node);
  replace_one_by_one(spec);
  return json::Object{
      {"apiVersion", pattern.at("apiVersion")},
      {"kind", pattern.at("kind")},
      {"metadata", json::Object{{"name", name},
                                {"namespace", api::ns(pattern)},
                                {"labels", labels(pattern.at("metadata", "labels"), name, node)},
                                {"ownerReferences",
                                 json::Array{json::Object{{"apiVersion", pattern.at("apiVersion")},
                                                          {"kind", pattern.at("kind")},
                                                          {"name", api::name(pattern)},
                                                          {"uid", api::uid(pattern)}}}}}},
      {"spec", std::move(spec)}};
}

Result<void> resume(const PowerSaving& power, const std::string& node) {
  return repeat([&] { return resume_once(power, node); });
}

Result<void> suspend(const PowerSaving& power, const std::string& node) {
  return repeat([&] { return suspend_once(power, node); });
}

std::string what_it_lacks(const json::Value& machine) {
  for (const char* step : kSteps) {
    const json::Value* condition = machine_condition(machine, step);
    if (condition == nullptr || condition->at("status").as_string() == "True") {
      continue;
    }
    const std::string& message = condition->at("message").as_string();
    return std::string(step) + ": " + condition->at("reason").as_string() +
           (message.empty() ? "" : ": " + message);
  }
  return "";
}

std::string why_without_machine(const PowerSaving& power, const std::string& node) {
  const auto found = power.client.list(
      power.machines,
      {.ns = power.pattern.ns, .label_selector = std::string(kSlurmNode) + "=" + node});
  if (!found) {
    return "its Machine cannot be asked for: " + found.error().message;
  }
  const auto newest = std::max_element(
      found->items.begin(), found->items.end(), [](const auto& one, const auto& other) {
        return one->at("metadata", "creationTimestamp").as_string() <
               other->at("metadata", "creationTimestamp").as_string();
      });
  if (newest == found->items.end()) {
    return "no Machine was made for the MachineDeployment " +
           deployment_name(power.pattern.name, node);
  }
  const std::string lacks = what_it_lacks(**newest);
  return "Machine " + api::name(**newest) +
         (lacks.empty() ? ": its slurmd did not register" : ": " + lacks);
}

}  // namespace sluice::machines
