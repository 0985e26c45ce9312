// SPDX-License-Identifier: Apache-2.0
#include "clusters/whole_change.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "clusters/change.h"
#include "clusters/configuration.h"
#include "clusters/database_change.h"
#include "clusters/stages.h"

namespace sluice::clusters {
namespace {

using slurmconf::Change;
using slurmconf::Class;

Change without_step(std::string what, std::string from, std::string to, std::string why) {
  return {.what = std::move(what),
          .from = std::move(from),
          .to = std::move(to),
          .needs = Class::kNoop,
          .why = std::move(why),
          .of_cluster = true};
}

const json::Value* find_like(const std::vector<json::Value>& all, const json::Value& object) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const json::Value& one) {
    return one.at("kind") == object.at("kind") && api::name(one) == api::name(object);
  });
  return found == all.end() ? nullptr : &*found;
}

// Files are compared by what they mean, pods of daemons by those who restart them.
bool is_shown_elsewhere(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  return kind == "ConfigMap" || kind == "Secret" || kind == "StatefulSet";
}

std::string title(const json::Value& object) {
  return object.at("kind").as_string() + " " + api::name(object);
}

void compare_objects(const std::vector<json::Value>& before, const std::vector<json::Value>& after,
                     std::vector<Change>& changes) {
  for (const json::Value& was : before) {
    if (find_like(after, was) == nullptr && was.at("kind").as_string() != "ConfigMap") {
      changes.push_back(without_step(title(was), "there", "", "it goes when all else is done"));
    }
  }
  for (const json::Value& is : after) {
    const json::Value* was = find_like(before, is);
    if (was == nullptr && is.at("kind").as_string() != "ConfigMap") {
      changes.push_back(without_step(title(is), "", "there", "it is made"));
    } else if (was != nullptr && *was != is && !is_shown_elsewhere(is)) {
      changes.push_back(without_step(title(is), "there", "changed", "it follows by itself"));
    }
  }
}

const Pool* find_pool(const Cluster& cluster, const std::string& name) {
  if (!cluster.compute) {
    return nullptr;
  }
  const auto& pools = cluster.compute->pools;
  const auto found =
      std::find_if(pools.begin(), pools.end(), [&](const Pool& pool) { return pool.name == name; });
  return found == pools.end() ? nullptr : &*found;
}

void compare_machines(const Cluster& from, const Cluster& to, std::vector<Change>& changes) {
  constexpr const char* kPools =
      "machines leave Slurm when they have no job, and come back as what the pool says";
  for (const Pool& was : from.compute ? from.compute->pools : std::vector<Pool>()) {
    if (find_pool(to, was.name) == nullptr) {
      changes.push_back(without_step("pool " + was.name, was.node_conf, "", kPools));
    }
  }
  for (const Pool& is : to.compute ? to.compute->pools : std::vector<Pool>()) {
    const Pool* was = find_pool(from, is.name);
    const std::string before = was == nullptr ? "" : was->node_conf;
    if (before != is.node_conf) {
      changes.push_back(without_step("pool " + is.name, before, is.node_conf, kPools));
    }
  }
  if (!from.compute || !to.compute) {
    return;
  }
  if (from.compute->services != to.compute->services) {
    changes.push_back(without_step("spec.compute.services", "there", "changed",
                                   "the agents of the machines follow"));
  }
  if (from.compute->slurmd != to.compute->slurmd) {
    changes.push_back(without_step("spec.compute.slurmd", "there", "changed",
                                   "slurmd is started anew, rollout.batch machines at a time"));
  }
  if (from.compute->controllers != to.compute->controllers) {
    changes.push_back(without_step("the controllers' addresses",
                                   join(from.compute->controllers, ","),
                                   join(to.compute->controllers, ","),
                                   "slurmd is started anew on all machines at once; jobs go on"));
  }
}

}  // namespace

Result<slurmconf::Plan> plan_whole_change(const Made& from, const Made& to,
                                          const json::Value& object) {
  TRY_ASSIGN(slurmconf::Plan plan, plan_change(configuration_files(from.cluster), to.cluster));
  TRY_ASSIGN(const auto database, database_changes(from.cluster, to.cluster, object));
  plan = slurmconf::with_changes(std::move(plan), database);
  std::vector<Change> more =
      daemon_changes(from.cluster, to.cluster, from.objects, to.objects, plan.steps);
  compare_objects(from.objects, to.objects, more);
  compare_machines(from.cluster, to.cluster, more);
  return without_vouched(slurmconf::with_changes(std::move(plan), more), object);
}

}  // namespace sluice::clusters
