// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/scales.h"

#include <algorithm>
#include <map>
#include <set>

#include "api/scale.h"

namespace sluice::controllers::disruption {
namespace {

bool has_scale(const api::Kind& kind) {
  return std::find(kind.subresources.begin(), kind.subresources.end(), "scale") !=
         kind.subresources.end();
}

}  // namespace

Scales::Scales(client::Client& client, runtime::Informers& informers, const api::Catalog* catalog)
    : client_(client), catalog_(catalog) {
  for (const api::Kind* kind : {&api::kinds::replication_controller(), &api::kinds::replica_set(),
                                &api::kinds::deployment(), &api::kinds::stateful_set()}) {
    controllers_.push_back(&informers.of(*kind));
  }
}

Result<api::KindPtr> Scales::kind_of(const json::Value& reference) const {
  const std::string& version = reference.at("apiVersion").as_string();
  const std::string& name = reference.at("kind").as_string();
  api::KindPtr kind;
  if (const api::Kind* builtin = api::find_kind(version, name); builtin != nullptr) {
    kind = api::KindPtr(api::KindPtr(), builtin);
  } else if (catalog_ != nullptr) {
    kind = catalog_->find_kind(version, name);
  }
  if (kind == nullptr) {
    return fail(Code::kNotFound,
                "no matches for kind \"" + name + "\" in version \"" + version + "\"");
  }
  return kind;
}

// The informer may not have seen it yet; the server has.
Result<client::ObjectPtr> Scales::find(const api::Kind& kind, const std::string& ns,
                                       const json::Value& reference) const {
  const api::Key key{ns, reference.at("name").as_string()};
  const auto is_meant = [&](const client::ObjectPtr& object) {
    return object != nullptr && api::uid(*object) == reference.at("uid").as_string();
  };
  for (const runtime::Informer* informer : controllers_) {
    if (&informer->kind() == &kind) {
      if (client::ObjectPtr object = informer->get(key); is_meant(object)) {
        return object;
      }
    }
  }
  auto object = client_.get(kind, key);
  if (!object && object.error().code != Code::kNotFound) {
    return object;
  }
  return object && is_meant(*object) ? *object : client::ObjectPtr();
}

Result<std::optional<Scales::Scale>> Scales::scale(const std::string& ns,
                                                   const json::Value& reference) const {
  TRY_ASSIGN(const api::KindPtr kind, kind_of(reference));
  if (!has_scale(*kind)) {
    return fail(Code::kInvalid,
                kind->qualified_resource() + " does not implement the scale subresource");
  }
  TRY_ASSIGN(const client::ObjectPtr owner, find(*kind, ns, reference));
  if (owner == nullptr) {
    return std::optional<Scale>();
  }
  const json::Value* above = kind->kind == "ReplicaSet" ? api::controller_of(*owner) : nullptr;
  if (above != nullptr && above->at("kind").as_string() == "Deployment") {
    TRY_ASSIGN(const std::optional<Scale> deployment, scale(ns, *above));
    if (deployment) {
      return deployment;
    }
  }
  const json::Value* replicas = api::value_at(*owner, api::scale_paths(*kind).spec_replicas);
  return std::optional(Scale{api::uid(*owner), replicas == nullptr ? 0 : replicas->as_int()});
}

Result<Expected> Scales::expected(const Pods& pods) const {
  Expected expected;
  std::map<std::string, std::int64_t> replicas;  // by UID of those who want them
  std::set<std::string> asked;                   // by UID of the pods' controllers
  for (const client::ObjectPtr& pod : pods) {
    const json::Value* owner = api::controller_of(*pod);
    if (owner == nullptr) {
      expected.unmanaged.push_back(api::name(*pod));
      continue;
    }
    if (!asked.insert(owner->at("uid").as_string()).second) {
      continue;
    }
    TRY_ASSIGN(const std::optional<Scale> found, scale(api::ns(*pod), *owner));
    if (!found) {
      return fail(Code::kNotFound, "found no controllers for pod \"" + api::name(*pod) + "\"");
    }
    replicas[found->uid] = found->replicas;
  }
  for (const auto& [uid, count] : replicas) {
    expected.pods += count;
  }
  return expected;
}

}  // namespace sluice::controllers::disruption
