// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_reconciler.h"

#include <algorithm>
#include <tuple>

#include "api/meta.h"
#include "clusters/cluster_secrets.h"
#include "clusters/history.h"
#include "clusters/in_effect.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"

namespace sluice::clusters {
namespace {

constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr Duration kLookSoon = std::chrono::seconds(3);

// Who has something first: who has it already, then who is older.
std::tuple<bool, std::string, std::string> rank(const client::Object& object) {
  return {!api::has_condition(object, "Config"),
          object.at("metadata", "creationTimestamp").as_string(), api::uid(object)};
}

// Reasons by which programs tell refusals apart.
std::string_view reason_of(Code code) {
  switch (code) {
    case Code::kInvalid:
      return "Invalid";
    case Code::kConflict:
      return "SecretChanged";
    case Code::kNotFound:
      return "SecretMissing";
    case Code::kAlreadyExists:
      return "PortTaken";
    case Code::kForbidden:
      return "ChangeRefused";
    default:
      return "";
  }
}

// Of what the API server said to our writes.
std::string_view reason_of_write(Code code) {
  switch (code) {
    case Code::kInvalid:
    case Code::kForbidden:
      return "NotApplied";
    case Code::kAlreadyExists:
      return "NameTaken";
    default:
      return "";
  }
}

}  // namespace

Result<runtime::Requeue> ClusterReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr object = parts_.clusters.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    return runtime::Requeue{};
  }
  const auto refuse = [&](const Error& error,
                          std::string_view (*reasons)(Code)) -> Result<runtime::Requeue> {
    const std::string_view reason = reasons(error.code);
    if (reason.empty()) {
      return tl::unexpected(error);
    }
    TRY(write(*object, status_of_refused(*object, reason, error.message, parts_.clock.now())));
    return runtime::Requeue{kLookAgain};
  };
  const auto cluster = read(*object);
  if (!cluster) {
    return refuse(cluster.error(), reason_of);
  }
  const auto found = ensure_keys(parts_.client, parts_.events, *object, *cluster);
  if (!found) {
    return refuse(found.error(), reason_of);
  }
  const auto secret = database_password(parts_.client, *cluster, *found);
  if (!secret) {
    return refuse(secret.error(), reason_of);
  }
  const auto change = plan_from_effect(parts_.client, *object, *cluster);
  if (!change) {
    return refuse(change.error(), reason_of);
  }
  if (const auto made = apply_objects(parts_.client, *object, *cluster,
                                      desired_objects(*cluster, *found, *secret));
      !made) {
    return refuse(made.error(), reason_of_write);
  }
  TRY(note_revision(parts_.client, *object));
  TRY_ASSIGN(const auto components, look_at_all(*cluster));
  json::Value status = status_of(*object, components, parts_.clock.now());
  if (const std::string& rotation = api::annotation(*object, kRotateAnnotation);
      !rotation.empty() || status.find("keys") == nullptr) {
    status["keys"] = json::Object{{"rotation", rotation}};
  }
  if (!change->changes.empty()) {
    status["plan"] = slurmconf::to_text(*change);
    parts_.events.record(
        *object, {.reason = "ConfigurationChanged", .message = status.at("plan").as_string()});
  }
  TRY(write(*object, std::move(status)));
  const bool ready = std::all_of(components.begin(), components.end(),
                                 [](const ComponentNow& one) { return one.ready; });
  return runtime::Requeue{ready ? kLookAgain : kLookSoon};
}

Result<Cluster> ClusterReconciler::read(const client::Object& object) const {
  TRY_ASSIGN(Cluster cluster, read_cluster(object));
  const auto ports = machine_ports(cluster);
  for (const client::ObjectPtr& other : parts_.clusters.list()) {
    const auto theirs = read_cluster(*other);
    if (!theirs || api::uid(*other) == cluster.uid || rank(object) < rank(*other)) {
      continue;
    }
    for (const auto& [field, port] : ports) {
      for (const auto& [ignored, taken] : machine_ports(*theirs)) {
        if (port == taken && cluster.address == theirs->address) {
          return fail(Code::kAlreadyExists,
                      field + ": " + std::to_string(port) + " is taken by the SlurmCluster " +
                          api::to_string(api::key(*other)) + "; choose another port");
        }
      }
    }
  }
  return cluster;
}

Result<std::vector<ComponentNow>> ClusterReconciler::look_at_all(const Cluster& cluster) const {
  TRY_ASSIGN(const auto pods, parts_.client.list(api::kinds::pod(), of_cluster(cluster)));
  std::vector<ComponentNow> all;
  for (const Component& component : components_of(cluster)) {
    const bool deployment = std::string_view(component.kind) == "Deployment";
    const auto workload =
        parts_.client.get(deployment ? api::kinds::deployment() : api::kinds::stateful_set(),
                          {cluster.ns, cluster.component(component.name)});
    std::vector<const json::Value*> own;
    for (const client::ObjectPtr& pod : pods.items) {
      if (api::label(*pod, kComponentLabel) == component.name) {
        own.push_back(pod.get());
      }
    }
    all.push_back(look(component, workload ? **workload : json::Value::null(), own));
  }
  return all;
}

Result<void> ClusterReconciler::write(const client::Object& object, json::Value status) {
  if (object.at("status") == status) {
    return {};
  }
  client::Object changed = object;
  changed["status"] = std::move(status);
  TRY(parts_.client.update(parts_.clusters.kind(), changed, client::Part::kStatus));
  return {};
}

}  // namespace sluice::clusters
