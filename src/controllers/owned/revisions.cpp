// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/revisions.h"

#include <algorithm>
#include <utility>

#include "controllers/owned/ownership.h"
#include "controllers/owned/pod_keeper.h"
#include "controllers/owned/pod_template.h"
#include "controllers/writes.h"

namespace sluice::controllers::owned {
namespace {

// Clients of Kubernetes compare revisions with templates byte by byte, as Go writes them.
void sort_members(json::Value& value) {
  if (value.is_array()) {
    for (json::Value& element : value.array()) {
      sort_members(element);
    }
  } else if (value.is_object()) {
    std::sort(value.object().begin(), value.object().end(),
              [](const json::Member& a, const json::Member& b) { return a.key < b.key; });
    for (json::Member& member : value.object()) {
      sort_members(member.value);
    }
  }
}

}  // namespace

json::Value revision_data(const client::Object& owner) {
  json::Value pattern = owner.at("spec", "template");
  pattern["$patch"] = "replace";
  sort_members(pattern);
  return json::Object{{"spec", json::Object{{"template", std::move(pattern)}}}};
}

const json::Value& template_of(const client::Object& revision) {
  return revision.at("data", "spec", "template");
}

client::Object new_revision(const client::Object& owner, std::int64_t number) {
  json::Value data = revision_data(owner);
  const std::string hash = fingerprint(data, owner.at("status", "collisionCount").as_int());
  json::Value metadata =
      json::Object{{"name", api::name(owner) + "-" + hash}, {"namespace", api::ns(owner)}};
  metadata["labels"] = json::Value(owner.at("spec", "template", "metadata", "labels"));
  metadata["labels"][owner.at("kind").as_string() == "StatefulSet"
                         ? std::string_view("controller.kubernetes.io/hash")
                         : kRevisionHash] = hash;
  if (const json::Value* annotations = owner.find("metadata", "annotations")) {
    metadata["annotations"] = *annotations;
  }
  metadata["ownerReferences"] = json::Array{api::controller_reference(owner)};
  return json::Object{{"apiVersion", "apps/v1"},
                      {"kind", "ControllerRevision"},
                      {"metadata", std::move(metadata)},
                      {"data", std::move(data)},
                      {"revision", number}};
}

client::ObjectPtr find_revision(const std::vector<client::ObjectPtr>& revisions,
                                const client::Object& owner) {
  const json::Value data = revision_data(owner);
  client::ObjectPtr found;
  for (const auto& revision : revisions) {
    if (revision->at("data") == data &&
        (found == nullptr || found->at("revision").as_int() < revision->at("revision").as_int())) {
      found = revision;
    }
  }
  return found;
}

void sort_revisions(std::vector<client::ObjectPtr>& revisions) {
  std::sort(revisions.begin(), revisions.end(), [](const auto& a, const auto& b) {
    return std::pair(a->at("revision").as_int(), api::name(*a)) <
           std::pair(b->at("revision").as_int(), api::name(*b));
  });
}

std::vector<client::ObjectPtr> forgettable(const std::vector<client::ObjectPtr>& sorted,
                                           const client::Object& owner,
                                           const std::set<std::string>& in_use) {
  constexpr std::int64_t kUsual = 10;
  std::vector<client::ObjectPtr> unused;
  std::copy_if(sorted.begin(), sorted.end(), std::back_inserter(unused),
               [&](const auto& revision) { return !in_use.contains(api::name(*revision)); });
  const std::int64_t keep = owner.at("spec", "revisionHistoryLimit").as_int(kUsual);
  const std::int64_t surplus = std::max<std::int64_t>(std::ssize(unused) - keep, 0);
  unused.resize(static_cast<std::size_t>(surplus));
  return unused;
}

Revisions::Revisions(const Setting& setting, const api::Kind& owners)
    : client_(setting.client),
      owners_(owners),
      revisions_(setting.informers.of(api::kinds::controller_revision())) {
  index_by_controller(revisions_);
}

Result<std::vector<client::ObjectPtr>> Revisions::ensure(const client::Object& owner) {
  TRY_ASSIGN(auto all,
             claim(client_, {owners_, revisions_.kind()}, owner, candidates(revisions_, owner)));
  sort_revisions(all);
  const std::int64_t latest = all.empty() ? 0 : all.back()->at("revision").as_int();
  client::ObjectPtr current = find_revision(all, owner);
  if (current == nullptr) {
    TRY_ASSIGN(current, create(owner, new_revision(owner, latest + 1)));
  } else if (current != all.back()) {
    const json::Object number{{"revision", latest + 1}};
    const auto before = current;
    TRY_ASSIGN(current, client_.patch(revisions_.kind(), api::key(*current),
                                      {client::PatchType::kMerge, number}));
    std::erase(all, before);
  } else {
    return all;
  }
  all.push_back(std::move(current));
  return all;
}

Result<client::ObjectPtr> Revisions::create(const client::Object& owner,
                                            const client::Object& revision) {
  auto created = client_.create(revisions_.kind(), revision);
  if (created || created.error().code != Code::kAlreadyExists) {
    return created;
  }
  TRY_ASSIGN(client::ObjectPtr there, client_.get(revisions_.kind(), api::key(revision)));
  const json::Value* controller = api::controller_of(*there);
  const bool ours = controller != nullptr && controller->at("uid").as_string() == api::uid(owner) &&
                    there->at("data") == revision.at("data");
  if (ours) {
    return there;
  }
  json::Value status = owner.at("status");
  status["collisionCount"] = status.at("collisionCount").as_int() + 1;
  TRY(write_status(client_, owners_, owner, status));
  return fail(Code::kConflict, "revision " + api::name(revision) + " is somebody else's");
}

Result<void> Revisions::remove(const std::vector<client::ObjectPtr>& revisions) {
  for (const auto& revision : revisions) {
    TRY(done_or_gone(
        client_.remove(revisions_.kind(), api::key(*revision), {.uid = api::uid(*revision)})));
  }
  return {};
}

}  // namespace sluice::controllers::owned
