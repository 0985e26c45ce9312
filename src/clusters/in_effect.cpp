// SPDX-License-Identifier: Apache-2.0
#include "clusters/in_effect.h"

#include <algorithm>
#include <map>
#include <string>

#include "clusters/change.h"
#include "clusters/configuration.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"

namespace sluice::clusters {
namespace {

// The files that slurmctld's pods have; of pods that are not there, those of the last spec that was
// applied. None: it is a new cluster.
Result<std::map<std::string, std::string>> files_now(client::Client& client,
                                                     const Cluster& cluster) {
  TRY_ASSIGN(const client::ObjectPtr set, find(client, api::kinds::stateful_set(),
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
               find(client, api::kinds::config_map(), {cluster.ns, name}));
    for (const auto& [file, text] : config ? config->at("data").as_object() : json::Object()) {
      files.emplace(file, text.as_string());
    }
  }
  if (!files.empty() && read_files(files)) {
    return files;
  }
  TRY_ASSIGN(const std::vector<Revision> all, revisions(client, {cluster.ns, cluster.name}));
  const auto last =
      all.empty()
          ? Result<Cluster>(tl::unexpected(Error{}))
          : read_cluster(json::Object{
                {"metadata", json::Object{{"name", cluster.name}, {"namespace", cluster.ns}}},
                {"spec", all.back().spec()}});
  return last ? configuration_files(*last) : std::map<std::string, std::string>();
}

// Another user is no state lost while there is none to lose: the pods make what they find theirs.
slurmconf::Plan for_the_first_time(slurmconf::Plan plan) {
  for (slurmconf::Change& change : plan.changes) {
    if (change.what == "SlurmUser") {
      change.needs = slurmconf::Class::kRestartAll;
      change.why = "all daemons read it when they start";
    }
  }
  return slurmconf::with_changes(std::move(plan), {});
}

}  // namespace

// A database that goes takes its records along when its claim does.
Result<void> check_database(client::Client& client, const client::Object& object,
                            const Cluster& cluster) {
  const std::vector<Component> wanted = components_of(cluster);
  if (is_removable(object, "database") ||
      std::any_of(wanted.begin(), wanted.end(),
                  [](const Component& one) { return std::string_view(one.name) == "database"; })) {
    return {};
  }
  TRY_ASSIGN(const client::ObjectPtr set,
             find(client, api::kinds::stateful_set(), {cluster.ns, cluster.component("database")}));
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

Result<slurmconf::Plan> plan_from_effect(client::Client& client, const client::Object& object,
                                         const Cluster& cluster) {
  TRY(check_database(client, object, cluster));
  TRY_ASSIGN(const auto files, files_now(client, cluster));
  if (files.empty()) {
    return slurmconf::Plan{};
  }
  TRY_ASSIGN(slurmconf::Plan change, plan_change(files, cluster));
  change = for_the_first_time(std::move(change));
  TRY(check_change(change, object));
  return change;
}

}  // namespace sluice::clusters
