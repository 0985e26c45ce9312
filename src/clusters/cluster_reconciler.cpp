// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_reconciler.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "api/meta.h"
#include "base/fnv.h"
#include "base/text.h"
#include "clusters/change.h"
#include "clusters/configuration.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "clusters/shows.h"
#include "json/text.h"

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

// Null: it is not there. Other errors are the API server's, not the cluster's.
Result<client::ObjectPtr> find(client::Client& client, const api::Kind& kind, const api::Key& key) {
  auto found = client.get(kind, key);
  if (!found && found.error().code == Code::kNotFound) {
    return client::ObjectPtr();
  }
  if (!found) {
    return fail(Code::kUnavailable,
                std::string(kind.kind) + " " + api::to_string(key) + ": " + found.error().message);
  }
  return found;
}

const api::Kind& kind_of(const client::Object& object) {
  const api::Kind* kind =
      api::find_kind(object.at("apiVersion").as_string(), object.at("kind").as_string());
  CHECK(kind != nullptr);
  return *kind;
}

// What of an object is ours is told by a digest too: then what we do not say any more goes.
constexpr const char* kAppliedAnnotation = "sluice.dev/applied";

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
  const auto found = keys(*object, *cluster);
  if (!found) {
    return refuse(found.error(), reason_of);
  }
  const auto secret = password(*cluster, *found);
  if (!secret) {
    return refuse(secret.error(), reason_of);
  }
  const auto change = plan(*object, *cluster);
  if (!change) {
    return refuse(change.error(), reason_of);
  }
  if (const auto made = make_so(*object, *cluster, desired_objects(*cluster, *found, *secret));
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

Result<Keys> ClusterReconciler::keys(const client::Object& object, const Cluster& cluster) {
  const api::Kind& kind = api::kinds::secret();
  const api::Key key{cluster.ns, cluster.component("keys")};
  const std::string& rotation = api::annotation(object, kRotateAnnotation);
  const auto found = parts_.client.get(kind, key);
  if (!found && found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  const json::Value* made_for = object.find("status", "keys", "rotation");
  const bool asked_anew =
      !rotation.empty() && (made_for == nullptr || made_for->as_string() != rotation);
  if (!found && made_for != nullptr && !asked_anew) {
    return fail(Code::kNotFound, "Secret " + key.name +
                                     ": it is gone; bring it back, or annotate the SlurmCluster "
                                     "with another value of " +
                                     kRotateAnnotation + " to have new keys made");
  }
  const auto read = found ? read_keys(**found) : Result<Keys>();
  const bool ours = found && (read || is_controlled_by(**found, cluster.uid));
  const bool by_hand = !read && read.error().code == Code::kConflict;
  client::Object secret;
  if (!found || (ours && asked_anew && rotation_of(**found) != rotation)) {
    secret = new_keys(cluster, rotation);
  } else if (by_hand && api::annotation(object, kAdoptAnnotation) == "true") {
    secret = adopted(cluster, **found, rotation);
  } else {
    return read;
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

// The files that slurmctld's pods have; of pods that are not there, those of the last spec that was
// applied. None: it is a new cluster.
Result<std::map<std::string, std::string>> ClusterReconciler::files_now(
    const Cluster& cluster) const {
  TRY_ASSIGN(const client::ObjectPtr set, find(parts_.client, api::kinds::stateful_set(),
                                               {cluster.ns, cluster.component("controller")}));
  std::string name;
  for (const json::Value& volume :
       set ? set->at("spec", "template", "spec", "volumes").as_array() : json::Array()) {
    if (volume.at("name").as_string() == "config") {
      name = volume.at("configMap", "name").as_string();
    }
  }
  std::map<std::string, std::string> files;
  if (!name.empty()) {
    TRY_ASSIGN(const client::ObjectPtr config,
               find(parts_.client, api::kinds::config_map(), {cluster.ns, name}));
    for (const auto& [file, text] : config ? config->at("data").as_object() : json::Object()) {
      files.emplace(file, text.as_string());
    }
  }
  if (!files.empty() && read_files(files)) {
    return files;
  }
  TRY_ASSIGN(const std::vector<Revision> all, revisions(parts_.client, {cluster.ns, cluster.name}));
  const auto last =
      all.empty()
          ? Result<Cluster>(tl::unexpected(Error{}))
          : read_cluster(json::Object{
                {"metadata", json::Object{{"name", cluster.name}, {"namespace", cluster.ns}}},
                {"spec", all.back().spec()}});
  return last ? configuration_files(*last) : std::map<std::string, std::string>();
}

// A database that goes takes its records along when its claim does.
Result<void> ClusterReconciler::check_database(const client::Object& object,
                                               const Cluster& cluster) const {
  const std::vector<Component> wanted = components_of(cluster);
  if (is_removable(object, "database") ||
      std::any_of(wanted.begin(), wanted.end(),
                  [](const Component& one) { return std::string_view(one.name) == "database"; })) {
    return {};
  }
  TRY_ASSIGN(const client::ObjectPtr set, find(parts_.client, api::kinds::stateful_set(),
                                               {cluster.ns, cluster.component("database")}));
  if (set != nullptr && is_controlled_by(*set, cluster.uid) &&
      set->at("spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted").as_string() ==
          "Delete") {
    return fail(Code::kForbidden,
                std::string("spec.accounting: the database would go, and its records with it: set "
                            "spec.storageWhenDeleted to Retain first, or annotate the SlurmCluster "
                            "with ") +
                    kRemovableAnnotation + "=database");
  }
  return {};
}

// From what slurmctld's pods have to what they are to have. Forbidden: it would cost jobs or state.
Result<slurmconf::Plan> ClusterReconciler::plan(const client::Object& object,
                                                const Cluster& cluster) const {
  TRY(check_database(object, cluster));
  TRY_ASSIGN(const auto files, files_now(cluster));
  if (files.empty()) {
    return slurmconf::Plan{};
  }
  TRY_ASSIGN(slurmconf::Plan change, plan_change(files, cluster));
  TRY(check_change(change, object));
  return change;
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
    wanted["metadata"]["annotations"][kAppliedAnnotation] = fnv1a_digits(json::write(wanted), 16);
    const std::string& kind_name = wanted.at("kind").as_string();
    if (present[kind_name].count(api::name(wanted)) != 0 || kind_name == "PersistentVolumeClaim") {
      continue;
    }
    TRY_ASSIGN(const client::ObjectPtr other,
               find(parts_.client, kind_of(wanted), api::key(wanted)));
    if (other != nullptr && !is_controlled_by(*other, cluster.uid)) {
      return fail(Code::kAlreadyExists,
                  kind_name + " " + api::name(wanted) +
                      ": it is there already and not of this SlurmCluster; rename one of them");
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
    TRY(parts_.client.patch(kind_of(wanted), api::key(wanted),
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
