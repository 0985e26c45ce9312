// SPDX-License-Identifier: Apache-2.0
#include "cmd/cluster_plan.h"

#include <iostream>

#include "api/meta.h"
#include "base/files.h"
#include "clusters/in_effect.h"
#include "clusters/live_cluster.h"
#include "clusters/objects.h"
#include "clusters/slurm_commands.h"
#include "clusters/whole_change.h"
#include "cmd/kubeconfig_path.h"
#include "json/yaml.h"
#include "remote/http_client.h"
#include "remote/pod_commands.h"
#include "runtime/definitions.h"

namespace sluice::cmd {
namespace {

// What its spec was when it worked last; until it has, what it is.
Result<clusters::Cluster> in_effect(client::Client& client, const client::Object& present) {
  const std::string& applied = present.at("status", "applied").as_string();
  if (applied.empty()) {
    return clusters::read_cluster(present);
  }
  TRY_ASSIGN(const client::ObjectPtr revision,
             client.get(api::kinds::controller_revision(), {api::ns(present), applied}));
  return clusters::read_cluster(
      json::Object{{"metadata", present.at("metadata")}, {"spec", revision->at("data", "spec")}});
}

// The object as applying the document leaves its annotations, by which people vouch for things.
client::Object with_annotations(client::Object present, const json::Value& document) {
  for (const auto& [name, value] : document.at("metadata", "annotations").as_object()) {
    present["metadata"]["annotations"][name] = value;
  }
  return present;
}

}  // namespace

Result<slurmconf::Plan> plan_of_cluster(const std::string& file, const std::string& kubeconfig) {
  TRY_ASSIGN(const std::string text, read_file(file));
  TRY_ASSIGN(std::vector<json::Value> documents, json::parse_yaml(text));
  std::erase_if(documents, [](const json::Value& one) {  // kustomize writes others beside it
    return one.at("kind").as_string() != "SlurmCluster";
  });
  if (documents.size() != 1) {
    return fail(Code::kInvalid, file + ": expected one SlurmCluster, found " +
                                    std::to_string(documents.size()));
  }
  json::Value& document = documents.front();
  if (api::ns(document).empty()) {
    document["metadata"]["namespace"] = "default";
  }
  TRY_ASSIGN(clusters::Cluster wanted, clusters::read_cluster(document));
  TRY_ASSIGN(const auto client, remote::connect(kubeconfig_path(kubeconfig)));
  RealClock clock;
  TRY_ASSIGN(const api::KindPtr kind,
             runtime::await_kind(*client, clock, "slurmclusters.sluice.dev"));
  const auto present = client->get(*kind, api::key(document));
  if (!present && present.error().code != Code::kNotFound) {
    return tl::unexpected(present.error());
  }
  if (!present) {
    std::cerr << "there is no SlurmCluster " << api::to_string(api::key(document))
              << " yet: all of it would be new\n";
    return slurmconf::Plan{.release = wanted.version};
  }
  TRY_ASSIGN(const clusters::Cluster before, in_effect(*client, **present));
  const client::Object object = with_annotations(**present, document);
  wanted.uid = api::uid(object);
  TRY(clusters::check_database(*client, object, wanted));
  // Keys and passwords are the same on both sides, and nobody who plans needs to read them.
  const auto old_objects = clusters::desired_objects(before, {}, "");
  const auto new_objects = clusters::desired_objects(wanted, {}, "");
  TRY_ASSIGN(slurmconf::Plan plan, clusters::plan_whole_change({before, old_objects},
                                                               {wanted, new_objects}, object));
  // Whoever may not list Nodes is not told.
  if (const auto machines = clusters::machines_of(*client, wanted, false);
      machines && machines->empty()) {
    plan = slurmconf::without_agents(std::move(plan));
  }
  TRY_ASSIGN(remote::Endpoint endpoint, remote::read_kubeconfig(kubeconfig_path(kubeconfig)));
  remote::PodCommands commands(std::move(endpoint));
  const auto queue = clusters::SlurmCommands(commands, before).queue(false);
  if (!queue) {
    std::cerr << "jobs are not looked at, for slurmctld cannot be asked: " << queue.error().message
              << "\n";
    return plan;
  }
  return slurmconf::with_usage(std::move(plan), queue->usage);
}

}  // namespace sluice::cmd
