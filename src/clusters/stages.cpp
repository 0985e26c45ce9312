// SPDX-License-Identifier: Apache-2.0
#include "clusters/stages.h"

#include <algorithm>

#include "api/meta.h"
#include "base/fnv.h"
#include "json/text.h"
#include "slurmconf/upgrade.h"

namespace sluice::clusters {
namespace {

using slurmconf::Class;
using slurmconf::Phase;
using slurmconf::Step;

constexpr Switched kAll{
    .files = true, .accounting = true, .controller = true, .others = true, .machines = true};

const json::Value* find_like(const std::vector<json::Value>& all, const json::Value& object) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const json::Value& one) {
    return one.at("kind") == object.at("kind") && api::name(one) == api::name(object);
  });
  return found == all.end() ? nullptr : &*found;
}

bool is_of(const Cluster& cluster, std::string_view component, const json::Value& object) {
  return api::name(object) == cluster.component(component);
}

bool is_switched(const Switched& switched, const Cluster& cluster, const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  if (kind == "ConfigMap" || kind == "Secret") {
    return switched.files;
  }
  if (is_of(cluster, "accounting", object) || is_of(cluster, "database", object)) {
    return switched.accounting || switched.others;
  }
  return is_of(cluster, "controller", object) ? switched.controller || switched.others
                                              : switched.others;
}

const json::Value& pod_of(const std::vector<json::Value>& objects, const Cluster& cluster,
                          std::string_view component) {
  for (const json::Value& one : objects) {
    if (one.at("kind").as_string() == "StatefulSet" && is_of(cluster, component, one)) {
      return one.at("spec", "template");
    }
  }
  return json::Value::null();
}

}  // namespace

Switched switched_at(const slurmconf::Rollout& rollout, const slurmconf::Plan& plan,
                     bool can_go_back) {
  Switched switched;
  switch (rollout.phase) {
    case Phase::kCheck:
    case Phase::kSave:
    case Phase::kRollBack:
    case Phase::kRefused:
    case Phase::kRolledBack:
      return switched;
    case Phase::kVerify:
    case Phase::kDone:
      return kAll;
    case Phase::kBroken:
      if (can_go_back) {
        return switched;
      }
      break;
    case Phase::kApply:
      break;
  }
  for (std::size_t i = 0; i <= rollout.step; ++i) {
    const Step step = i < plan.steps.size() ? plan.steps[i] : Step::kVerify;
    switched.files = true;
    switched.accounting = switched.accounting || step == Step::kRestartSlurmdbd;
    switched.controller = switched.controller || step == Step::kRestartSlurmctld;
    switched.others = switched.others || step > Step::kRestartSlurmctld;
    switched.machines = switched.machines || step > Step::kReconfigure;
  }
  return switched;
}

std::vector<json::Value> objects_at(const Switched& switched, const Cluster& cluster,
                                    const std::vector<json::Value>& before,
                                    const std::vector<json::Value>& after) {
  std::vector<json::Value> objects;
  for (const json::Value& one : after) {
    const json::Value* was = find_like(before, one);
    if (is_switched(switched, cluster, one)) {
      objects.push_back(one);
    } else if (was != nullptr) {
      objects.push_back(*was);
    }
  }
  for (const json::Value& one : before) {
    if (!switched.all() && find_like(after, one) == nullptr) {
      objects.push_back(one);
    }
  }
  return objects;
}

Restarts restarts_for(const slurmconf::Plan& plan, const Cluster& cluster,
                      const std::vector<json::Value>& before,
                      const std::vector<json::Value>& after, const std::string& mark) {
  Restarts restarts = cluster.restarts;
  const auto force = [&](const char* component, Step step, std::string& word) {
    const json::Value& is = pod_of(after, cluster, component);
    if (!is.is_null() && is == pod_of(before, cluster, component) &&
        std::find(plan.steps.begin(), plan.steps.end(), step) != plan.steps.end()) {
      word = mark;
    }
  };
  force("accounting", Step::kRestartSlurmdbd, restarts.accounting);
  force("controller", Step::kRestartSlurmctld, restarts.controller);
  return restarts;
}

std::vector<slurmconf::Change> restart_changes(const Cluster& cluster, const std::string& word) {
  std::vector<slurmconf::Change> changes;
  const auto add = [&](const char* what, Class needs) {
    changes.push_back({.what = what, .to = word, .needs = needs, .of_cluster = true});
  };
  if (cluster.accounting) {
    add("restart of slurmdbd", Class::kRestartSlurmdbd);
  }
  add("restart of slurmctld and slurmd", Class::kRestartAll);
  return changes;
}

std::vector<slurmconf::Change> daemon_changes(const Cluster& from, const Cluster& to,
                                              const std::vector<json::Value>& before,
                                              const std::vector<json::Value>& after,
                                              const std::vector<Step>& steps) {
  std::vector<slurmconf::Change> changes;
  const auto add = [&](std::string what, std::string old, std::string now, Class needs,
                       std::string why = "") {
    changes.push_back({.what = std::move(what),
                       .from = std::move(old),
                       .to = std::move(now),
                       .needs = needs,
                       .why = std::move(why),
                       .of_cluster = true});
  };
  if (from.version != to.version) {
    const auto checked = slurmconf::check_upgrade(from.version, to.version);
    add("spec.version", slurmconf::to_string(from.version), slurmconf::to_string(to.version),
        checked ? Class::kRestartAll : Class::kRefused,
        checked ? "slurmdbd, then slurmctld, then every slurmd" : checked.error().message);
  }
  if (from.compute && !to.compute) {
    changes.push_back({.what = "spec.compute",
                       .from = "declared",
                       .to = "",
                       .needs = Class::kNoop,
                       .why = "slurmd stop on its machines, whose jobs slurmctld then gives up",
                       .guard = {slurmconf::Guard::Kind::kMachines, "compute"},
                       .of_cluster = true});
  }
  // What a file is about is in the plan already, also when its name changes the pod.
  const auto pod = [&](const char* component, const char* daemon, Step step, Class needs,
                       std::string Cluster::*image = &Cluster::image) {
    const json::Value& was = pod_of(before, from, component);
    const json::Value& is = pod_of(after, to, component);
    if (was.is_null() || is.is_null() || was == is ||
        std::find(steps.begin(), steps.end(), step) != steps.end()) {
      return;
    }
    add(std::string("pod of ") + daemon, from.*image + " " + fnv1a_digits(json::write(was), 6),
        to.*image + " " + fnv1a_digits(json::write(is), 6), needs);
  };
  if (from.database_image == to.database_image) {
    pod("database", "MariaDB", Step::kRestartSlurmdbd, Class::kRestartSlurmdbd,
        &Cluster::database_image);
  }
  pod("accounting", "slurmdbd", Step::kRestartSlurmdbd, Class::kRestartSlurmdbd);
  pod("controller", "slurmctld", Step::kRestartSlurmctld, Class::kRestartSlurmctld);
  return changes;
}

}  // namespace sluice::clusters
