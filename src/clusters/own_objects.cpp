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

// Whether an object of that name may become one of the cluster's: it is, or nobody has it and our
// label says that it was, as with claims that are kept. AlreadyExists names who has it;
// Unavailable: it was of a cluster of our name that is gone, and goes too.
Result<void> check_owner(const client::Object& other, const Cluster& cluster) {
  if (is_controlled_by(other, cluster.uid)) {
    return {};
  }
  const std::string title = other.at("kind").as_string() + " " + api::name(other) + ": ";
  const json::Value* owner = api::controller_of(other);
  if (owner == nullptr) {
    return api::label(other, kClusterLabel) == cluster.name
               ? Result<void>()
               : fail(Code::kAlreadyExists,
                      title + "it is there already and not of this SlurmCluster; rename one of "
                              "them, or give it the label " +
                          kClusterLabel + "=" + cluster.name + " if the cluster shall have it");
  }
  const std::string& kind = owner->at("kind").as_string();
  const std::string& name = owner->at("name").as_string();
  if (kind == "SlurmCluster" && name == cluster.name) {
    return fail(Code::kUnavailable, title + "it is of a SlurmCluster of this name that is gone");
  }
  return fail(Code::kAlreadyExists, title + "it is there already and belongs to the " + kind + " " +
                                        name + "; rename one of them");
}

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
    const auto& ours = present[wanted.at("kind").as_string()];
    client::ObjectPtr other;
    if (const auto found = ours.find(api::name(wanted)); found != ours.end()) {
      other = found->second;
    } else {
      TRY_ASSIGN(other, find(client, kind_of(wanted), api::key(wanted)));
    }
    if (other != nullptr) {
      TRY(check_owner(*other, cluster));
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
