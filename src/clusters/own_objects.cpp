// SPDX-License-Identifier: Apache-2.0
#include "clusters/own_objects.h"

#include <map>
#include <utility>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/fnv.h"
#include "clusters/objects.h"
#include "clusters/shows.h"
#include "json/text.h"

namespace sluice::clusters {
namespace {

// Kinds of what a cluster consists of; claims and keys are never in the way.
std::vector<const api::Kind*> kinds() {
  return {&api::kinds::config_map(), &api::kinds::secret(),
          &api::kinds::service(),    &api::kinds::stateful_set(),
          &api::kinds::deployment(), &api::kinds::persistent_volume_claim()};
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

client::ListOptions of_cluster(const Cluster& cluster) {
  return {.ns = cluster.ns,
          .label_selector = std::string(kClusterLabel) + "=" + cluster.name,
          .field_selector = ""};
}

bool is_controlled_by(const client::Object& object, const std::string& uid) {
  const json::Value* owner = api::controller_of(object);
  return owner != nullptr && owner->at("uid").as_string() == uid;
}

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

Result<void> apply_objects(client::Client& client, const client::Object& object,
                           const Cluster& cluster, std::vector<client::Object> desired) {
  std::map<std::string, std::map<std::string, client::ObjectPtr>> present;
  for (const api::Kind* kind : kinds()) {
    TRY_ASSIGN(const auto list, client.list(*kind, of_cluster(cluster)));
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
    TRY_ASSIGN(const client::ObjectPtr other, find(client, kind_of(wanted), api::key(wanted)));
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
    TRY(client.patch(kind_of(wanted), api::key(wanted),
                     {.type = client::PatchType::kApply, .body = wanted, .force = true}));
  }
  present["Secret"].erase(cluster.component("keys"));
  for (const api::Kind* kind : kinds()) {
    for (const auto& [name, one] : present[std::string(kind->kind)]) {
      if (one == nullptr || !is_controlled_by(*one, cluster.uid) || api::is_being_deleted(*one)) {
        continue;
      }
      TRY(done_or_gone(client.remove(*kind, api::key(*one), {.uid = api::uid(*one)})));
    }
  }
  return {};
}

}  // namespace sluice::clusters
