// SPDX-License-Identifier: Apache-2.0
#include "clusters/history.h"

#include <algorithm>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/fnv.h"
#include "clusters/objects.h"
#include "json/text.h"

namespace sluice::clusters {
namespace {

constexpr std::size_t kKept = 10;

json::Value revision_of(const client::Object& cluster, const std::string& name,
                        std::int64_t number) {
  return json::Object{
      {"apiVersion", "apps/v1"},
      {"kind", "ControllerRevision"},
      {"metadata",
       json::Object{{"name", name},
                    {"namespace", api::ns(cluster)},
                    {"labels", json::Object{{kClusterLabel, api::name(cluster)}}},
                    {"ownerReferences", json::Array{api::controller_reference(cluster)}}}},
      {"data", json::Object{{"spec", cluster.at("spec")}}},
      {"revision", number}};
}

}  // namespace

Result<std::vector<Revision>> revisions(client::Client& client, const api::Key& cluster) {
  TRY_ASSIGN(const auto list,
             client.list(api::kinds::controller_revision(),
                         {.ns = cluster.ns,
                          .label_selector = std::string(kClusterLabel) + "=" + cluster.name,
                          .field_selector = ""}));
  std::vector<Revision> all;
  for (const client::ObjectPtr& object : list.items) {
    // Those of StatefulSets have the same label, for their pods do.
    const json::Value* owner = api::controller_of(*object);
    if (owner != nullptr && owner->at("kind").as_string() == "SlurmCluster") {
      all.push_back({object->at("revision").as_int(), object});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Revision& a, const Revision& b) { return a.number < b.number; });
  return all;
}

std::string revision_name(const client::Object& cluster) {
  return api::name(cluster) + "-" + fnv1a_digits(json::write(cluster.at("spec")), 10);
}

bool has_failed(const Revision& revision) {
  return !api::annotation(*revision.object, kFailedAnnotation).empty();
}

Result<void> note_failure(client::Client& client, const api::Key& revision,
                          const std::string& why) {
  const json::Value body = json::Object{
      {"metadata", json::Object{{"annotations", json::Object{{kFailedAnnotation, why}}}}}};
  return done_or_gone(client.patch(api::kinds::controller_revision(), revision, {.body = body}));
}

Result<void> note_revision(client::Client& client, const client::Object& cluster,
                           const std::vector<std::string>& in_use) {
  const api::Kind& kind = api::kinds::controller_revision();
  TRY_ASSIGN(std::vector<Revision> all, revisions(client, api::key(cluster)));
  const std::string name = revision_name(cluster);
  if (!all.empty() && api::name(*all.back().object) == name) {
    return {};
  }
  const std::int64_t number = all.empty() ? 1 : all.back().number + 1;
  const auto before = std::find_if(
      all.begin(), all.end(), [&](const Revision& one) { return api::name(*one.object) == name; });
  if (before != all.end()) {
    const json::Value body = json::Object{
        {"revision", number},
        {"metadata", json::Object{{"annotations", json::Object{{kFailedAnnotation, nullptr}}}}}};
    TRY(client.patch(kind, {api::ns(cluster), name}, {.body = body}));
    return {};
  }
  TRY(client.create(kind, revision_of(cluster, name, number)));
  for (std::size_t i = 0; i + kKept <= all.size(); ++i) {
    if (std::find(in_use.begin(), in_use.end(), api::name(*all[i].object)) == in_use.end()) {
      TRY(done_or_gone(client.remove(kind, api::key(*all[i].object), {})));
    }
  }
  return {};
}

}  // namespace sluice::clusters
