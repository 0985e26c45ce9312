// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/ownership.h"

namespace sluice::controllers::owned {
namespace {

constexpr const char* kByController = "controller";

// No uid looks like this.
std::string orphans_of(const std::string& ns) {
  return "orphans/" + ns;
}

bool is_gone(const Error& error) {
  return error.code == Code::kNotFound;
}

Result<void> check_may_adopt(client::Client& client, const api::Kind& kind,
                             const client::Object& owner) {
  TRY_ASSIGN(const client::ObjectPtr fresh, client.get(kind, api::key(owner)));
  if (api::uid(*fresh) != api::uid(owner)) {
    return fail(Code::kConflict, "original " + std::string(kind.kind) + " " +
                                     api::to_string(api::key(owner)) + " is gone");
  }
  if (api::is_being_deleted(*fresh)) {
    return fail(Code::kConflict, api::to_string(api::key(owner)) + " has just been deleted");
  }
  return {};
}

// The uid makes sure that it is this object and not another one of the same name.
client::Patch ownership_patch(const client::Object& object, json::Value reference,
                              std::string_view finalizers, std::string_view finalizer) {
  json::Object metadata{{"uid", api::uid(object)},
                        {"ownerReferences", json::Array{std::move(reference)}}};
  if (!finalizer.empty()) {
    metadata[finalizers] = json::Array{finalizer};
  }
  return {client::PatchType::kStrategicMerge, json::Object{{"metadata", std::move(metadata)}}};
}

client::Patch adoption(const client::Object& object, const client::Object& owner,
                       std::string_view finalizer) {
  return ownership_patch(object, api::controller_reference(owner), "finalizers", finalizer);
}

client::Patch release(const client::Object& object, const client::Object& owner,
                      std::string_view finalizer) {
  const json::Object reference{{"$patch", "delete"}, {"uid", api::uid(owner)}};
  return ownership_patch(object, reference, "$deleteFromPrimitiveList/finalizers", finalizer);
}

}  // namespace

Result<api::LabelSelector> selector_of(const client::Object& owner) {
  const json::Value& selector = owner.at("spec", "selector");
  if (owner.at("kind").as_string() == "ReplicationController") {
    return api::LabelSelector::from_object(json::Object{{"matchLabels", selector}});
  }
  return api::LabelSelector::from_object(selector);
}

std::optional<api::Key> owner_of(const client::Object& object, const api::Kind& kind) {
  const json::Value* reference = api::controller_of(object);
  if (reference == nullptr || reference->at("kind").as_string() != kind.kind ||
      reference->at("apiVersion").as_string() != kind.api_version()) {
    return std::nullopt;
  }
  return api::Key{api::ns(object), reference->at("name").as_string()};
}

void index_by_controller(runtime::Informer& informer) {
  informer.add_index(kByController, [](const client::Object& object) {
    const json::Value* controller = api::controller_of(object);
    return std::vector<std::string>{controller != nullptr ? controller->at("uid").as_string()
                                                          : orphans_of(api::ns(object))};
  });
}

std::vector<client::ObjectPtr> controlled(const runtime::Informer& informer,
                                          const client::Object& owner) {
  return informer.by_index(kByController, api::uid(owner));
}

std::vector<client::ObjectPtr> candidates(const runtime::Informer& informer,
                                          const client::Object& owner) {
  auto found = controlled(informer, owner);
  for (auto& orphan : informer.by_index(kByController, orphans_of(api::ns(owner)))) {
    found.push_back(std::move(orphan));
  }
  return found;
}

std::vector<api::Key> possible_owners(const runtime::Informer& owners,
                                      const client::Object& orphan) {
  std::vector<api::Key> keys;
  for (const auto& owner : owners.list(api::ns(orphan))) {
    const auto selector = selector_of(*owner);
    if (selector && !selector->empty() && selector->matches(orphan)) {
      keys.push_back(api::key(*owner));
    }
  }
  return keys;
}

std::vector<api::Key> concerned_owners(const runtime::Informer& owners,
                                       const runtime::Change& change) {
  std::vector<api::Key> keys;
  for (const auto& object : {change.before, change.after}) {
    if (object == nullptr) {
      continue;
    }
    if (auto owner = owner_of(*object, owners.kind())) {
      keys.push_back(std::move(*owner));
    }
  }
  const bool orphan = change.after != nullptr && api::controller_of(*change.after) == nullptr &&
                      !api::is_being_deleted(*change.after);
  if (orphan) {
    for (api::Key& key : possible_owners(owners, *change.after)) {
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

Claims claims(const client::Object& owner, const api::LabelSelector& selector,
              const std::vector<client::ObjectPtr>& candidates) {
  Claims result;
  const bool leaving = api::is_being_deleted(owner);
  for (const auto& object : candidates) {
    const json::Value* controller = api::controller_of(*object);
    const bool matches = !selector.empty() && selector.matches(*object);
    if (controller == nullptr) {
      if (matches && !leaving && !api::is_being_deleted(*object)) {
        result.adopt.push_back(object);
      }
    } else if (controller->at("uid").as_string() == api::uid(owner)) {
      if (matches) {
        result.owned.push_back(object);
      } else if (!leaving) {
        result.release.push_back(object);
      }
    }
  }
  return result;
}

Result<std::vector<client::ObjectPtr>> claim(client::Client& client, const Claimed& kinds,
                                             const client::Object& owner,
                                             const std::vector<client::ObjectPtr>& candidates) {
  TRY_ASSIGN(const api::LabelSelector selector, selector_of(owner));
  Claims found = claims(owner, selector, candidates);
  if (!found.adopt.empty()) {
    TRY(check_may_adopt(client, kinds.owner, owner));
  }
  for (const auto& object : found.adopt) {
    auto adopted =
        client.patch(kinds.owned, api::key(*object), adoption(*object, owner, kinds.finalizer));
    if (adopted) {
      found.owned.push_back(std::move(*adopted));
    } else if (!is_gone(adopted.error())) {
      return tl::unexpected(with_context(adopted.error(), "adopting " + api::name(*object)));
    }
  }
  for (const auto& object : found.release) {
    const auto released =
        client.patch(kinds.owned, api::key(*object), release(*object, owner, kinds.finalizer));
    if (!released && !is_gone(released.error())) {
      return tl::unexpected(with_context(released.error(), "releasing " + api::name(*object)));
    }
  }
  return std::move(found.owned);
}

}  // namespace sluice::controllers::owned
