// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_reconciler.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "api/meta.h"
#include "base/text.h"
#include "clusters/change.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "clusters/shows.h"

namespace sluice::clusters {
namespace {

constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr Duration kLookSoon = std::chrono::seconds(3);

client::ListOptions of_cluster(const Cluster& cluster) {
  return {.ns = cluster.ns,
          .label_selector = std::string(kClusterLabel) + "=" + cluster.name,
          .field_selector = ""};
}

// Kinds of what a cluster consists of; claims and keys are never in the way.
std::vector<const api::Kind*> kinds() {
  return {&api::kinds::config_map(), &api::kinds::secret(),
          &api::kinds::service(),    &api::kinds::stateful_set(),
          &api::kinds::deployment(), &api::kinds::persistent_volume_claim()};
}

bool is_controlled_by(const client::Object& object, const std::string& uid) {
  const json::Value* owner = api::controller_of(object);
  return owner != nullptr && owner->at("uid").as_string() == uid;
}

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

}  // namespace

Result<runtime::Requeue> ClusterReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr object = parts_.clusters.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    return runtime::Requeue{};
  }
  const auto refuse = [&](const Error& error) -> Result<runtime::Requeue> {
    const std::string_view reason = reason_of(error.code);
    if (reason.empty()) {
      return tl::unexpected(error);
    }
    TRY(write(*object, status_of_refused(*object, reason, error.message, parts_.clock.now())));
    return runtime::Requeue{kLookAgain};
  };
  const auto cluster = read(*object);
  if (!cluster) {
    return refuse(cluster.error());
  }
  const auto found = keys(*object, *cluster);
  if (!found) {
    return refuse(found.error());
  }
  const auto secret = password(*cluster, *found);
  if (!secret) {
    return refuse(secret.error());
  }
  const auto change = plan(*cluster);
  if (!change) {
    return refuse(change.error());
  }
  TRY(make_so(*object, *cluster, desired_objects(*cluster, *found, *secret)));
  TRY(note_revision(parts_.client, *object));
  TRY_ASSIGN(const auto components, look_at_all(*cluster));
  json::Value status = status_of(*object, components, parts_.clock.now());
  status["keys"] = json::Object{{"rotation", api::annotation(*object, kRotateAnnotation)}};
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

Result<Keys> ClusterReconciler::keys(const client::Object& object, const Cluster& cluster) {
  const api::Kind& kind = api::kinds::secret();
  const api::Key key{cluster.ns, cluster.component("keys")};
  const std::string& rotation = api::annotation(object, kRotateAnnotation);
  const auto found = parts_.client.get(kind, key);
  if (!found && found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  const json::Value* made_for = object.find("status", "keys", "rotation");
  if (!found && made_for != nullptr && made_for->as_string() == rotation) {
    return fail(Code::kNotFound, "Secret " + key.name +
                                     ": it is gone; bring it back, or annotate the SlurmCluster "
                                     "with another value of " +
                                     kRotateAnnotation + " to have new keys made");
  }
  const bool adopt = found && api::annotation(object, kAdoptAnnotation) == "true";
  const bool changed = found && !read_keys(**found);
  client::Object secret;
  if (!found || rotation_of(**found) != rotation) {
    secret = new_keys(cluster, rotation);
  } else if (changed && adopt) {
    secret = adopted(cluster, **found, rotation);
  } else {
    return read_keys(**found);
  }
  secret["metadata"]["ownerReferences"] = json::Array{api::controller_reference(object)};
  if (found) {
    secret["metadata"]["resourceVersion"] = api::resource_version(**found);
    TRY(parts_.client.update(kind, secret));
    parts_.events.record(
        object, {.reason = "KeysReplaced", .message = "new keys are in the Secret " + key.name});
  } else {
    TRY(parts_.client.create(kind, secret));
  }
  return read_keys(secret);
}

Result<std::string> ClusterReconciler::password(const Cluster& cluster, const Keys& keys) const {
  if (!cluster.external) {
    return keys.database_password;
  }
  const ExternalDatabase& external = *cluster.external;
  const std::string field = "spec.accounting.external.passwordSecret: ";
  const auto secret = parts_.client.get(api::kinds::secret(), {cluster.ns, external.secret});
  if (!secret) {
    return fail(secret.error().code, field + secret.error().message);
  }
  const auto text = base64_decode((*secret)->at("data", external.key).as_string());
  if (!text || trim(*text).empty() || text->find('\n') < trim(*text).size()) {
    return fail(Code::kInvalid, field + "the Secret " + external.secret + " has no key \"" +
                                    external.key + "\" with a password in one line");
  }
  return std::string(trim(*text));
}

// From what slurmctld's pods have to what they are to have. Forbidden: it would cost jobs or state.
Result<slurmconf::Plan> ClusterReconciler::plan(const Cluster& cluster) const {
  const auto set =
      parts_.client.get(api::kinds::stateful_set(), {cluster.ns, cluster.component("controller")});
  std::string name;
  for (const json::Value& volume :
       set ? (*set)->at("spec", "template", "spec", "volumes").as_array() : json::Array()) {
    if (volume.at("name").as_string() == "config") {
      name = volume.at("configMap", "name").as_string();
    }
  }
  const auto config = parts_.client.get(api::kinds::config_map(), {cluster.ns, name});
  std::map<std::string, std::string> files;
  for (const auto& [file, text] : config ? (*config)->at("data").as_object() : json::Object()) {
    files.emplace(file, text.as_string());
  }
  // At first there is nothing, and what cannot be read cannot be lost.
  const auto change = files.empty() ? slurmconf::Plan{} : plan_change(files, cluster);
  if (!change) {
    return slurmconf::Plan{};
  }
  if (change->needs == slurmconf::Class::kRefused) {
    return fail(Code::kForbidden, slurmconf::refusals(*change));
  }
  return *change;
}

Result<void> ClusterReconciler::make_so(const client::Object& object, const Cluster& cluster,
                                        std::vector<client::Object> desired) {
  std::map<std::string, std::map<std::string, client::ObjectPtr>> present;
  for (const api::Kind* kind : kinds()) {
    TRY_ASSIGN(const auto list, parts_.client.list(*kind, of_cluster(cluster)));
    for (const client::ObjectPtr& one : list.items) {
      present[std::string(kind->kind)][api::name(*one)] = one;
    }
  }
  for (client::Object& wanted : desired) {
    const std::string& kind_name = wanted.at("kind").as_string();
    const bool keeps_data = kind_name == "PersistentVolumeClaim";
    if (!keeps_data || cluster.when_deleted == "Delete") {
      wanted["metadata"]["ownerReferences"] = json::Array{api::controller_reference(object)};
    }
    const client::ObjectPtr now = std::exchange(present[kind_name][api::name(wanted)], nullptr);
    if (now != nullptr && shows(*now, wanted)) {
      continue;
    }
    const api::Kind* kind = api::find_kind(wanted.at("apiVersion").as_string(), kind_name);
    CHECK(kind != nullptr);
    TRY(parts_.client.patch(*kind, api::key(wanted),
                            {.type = client::PatchType::kApply, .body = wanted, .force = true}));
  }
  present["Secret"].erase(cluster.component("keys"));
  for (const api::Kind* kind : kinds()) {
    for (const auto& [name, one] : present[std::string(kind->kind)]) {
      if (one == nullptr || !is_controlled_by(*one, cluster.uid) || api::is_being_deleted(*one)) {
        continue;
      }
      const auto removed = parts_.client.remove(*kind, api::key(*one), {.uid = api::uid(*one)});
      if (!removed && removed.error().code != Code::kNotFound) {
        return tl::unexpected(removed.error());
      }
    }
  }
  return {};
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
