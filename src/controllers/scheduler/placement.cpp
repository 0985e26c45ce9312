// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/placement.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "controllers/scheduler/affinity.h"
#include "controllers/scheduler/relations.h"
#include "controllers/scheduler/scores.h"

namespace sluice::controllers::scheduler {
namespace {

// The partitions that the pod asks for, if nodes stand for any of them. If not, one node stands for
// all of Slurm, and the job says where it goes.
std::vector<std::string> partitions_of(const Cluster& cluster, const client::Object& pod) {
  const std::string& wanted = api::annotation(pod, kPartition);
  if (wanted.empty()) {
    return {};
  }
  std::vector<std::string> result;
  for (const std::string_view name : split(wanted, ',')) {
    result.emplace_back(name);
  }
  const bool any_there =
      std::any_of(cluster.nodes().begin(), cluster.nodes().end(), [&](const auto& entry) {
        const NodeState& node = entry.second;
        const json::Value* own = node.object == nullptr ? nullptr : node.label(kPartition);
        return own != nullptr &&
               std::find(result.begin(), result.end(), own->as_string()) != result.end();
      });
  return any_there ? result : std::vector<std::string>();
}

bool is_expected_before(const Attempt& attempt, const PodFacts& other) {
  return other.priority >= attempt.facts.priority && other.uid != attempt.facts.uid;
}

void object(Placement& result, const std::string& node, const Verdict& verdict) {
  for (const std::string& reason : verdict.reasons) {
    ++result.diagnosis.reasons[reason];
  }
  result.fits[node] = verdict.fit;
  result.helped_by |= verdict.objector->helped_by;
}

Verdict judge_node(const Cluster& cluster, const Attempt& attempt, const NodeState& node) {
  return judge_with_nominated(cluster, attempt, {node, node.load, attempt.relations});
}

// A node that was emptied for the pod is taken before any other.
bool takes_nominated(const Cluster& cluster, const Attempt& attempt) {
  const auto found = cluster.nodes().find(attempt.facts.nominated);
  return found != cluster.nodes().end() && found->second.object != nullptr &&
         (!attempt.names || attempt.names->contains(found->first)) &&
         judge_node(cluster, attempt, found->second).fit == Fit::kYes;
}

std::vector<const NodeState*> feasible_nodes(Placement& result, const Cluster& cluster,
                                             const Attempt& attempt) {
  std::vector<const NodeState*> feasible;
  for (const auto& [name, node] : cluster.nodes()) {
    if (node.object == nullptr) {
      continue;
    }
    if (attempt.names && !attempt.names->contains(name)) {
      ++result.diagnosis.reasons["node(s) didn't satisfy plugin(s) [NodeAffinity]"];
      result.helped_by |= event::kNode;
      continue;
    }
    const Verdict verdict = judge_node(cluster, attempt, node);
    if (verdict.fit == Fit::kYes) {
      feasible.push_back(&node);
    } else {
      object(result, name, verdict);
    }
  }
  return feasible;
}

}  // namespace

std::string explain(const Diagnosis& diagnosis) {
  std::string text = "0/" + std::to_string(diagnosis.nodes) + " nodes are available:";
  if (!diagnosis.fault.empty()) {
    return text + " " + diagnosis.fault + ".";
  }
  std::set<std::string> sorted;  // as text, the numbers too
  for (const auto& [reason, count] : diagnosis.reasons) {
    sorted.insert(std::to_string(count) + " " + reason);
  }
  const char* separator = " ";
  for (const std::string& part : sorted) {
    text.append(separator).append(part);
    separator = ", ";
  }
  return sorted.empty() ? text : text + ".";
}

Attempt prepare(Cluster& cluster, const client::Object& pod, PodVolumes volumes) {
  Attempt attempt{.pod = pod,
                  .facts = read_pod(pod),
                  .partitions = partitions_of(cluster, pod),
                  .names = named_nodes(pod),
                  .spread = spread_constraints(pod, "DoNotSchedule"),
                  .volumes = std::move(volumes)};
  attempt.relations = relate(cluster, attempt);
  return attempt;
}

Placement place(Cluster& cluster, const Attempt& attempt) {
  Placement result;
  result.diagnosis.nodes = cluster.size();
  // Before anything else that is wrong: that may be told only once there is a node.
  if (cluster.size() == 0) {
    result.helped_by = event::kNode;
    return result;
  }
  if (attempt.names && attempt.names->empty()) {
    result.diagnosis.fault = "pod affinity terms conflict";
    return result;
  }
  if (!attempt.volumes.fault.empty()) {
    result.diagnosis.fault = attempt.volumes.fault;
    result.helped_by = event::kVolume;
    return result;
  }
  if (takes_nominated(cluster, attempt)) {
    result.node = attempt.facts.nominated;
    return result;
  }
  const std::vector<const NodeState*> feasible = feasible_nodes(result, cluster, attempt);
  if (feasible.size() == 1) {
    result.node = feasible.front()->name;
  } else if (!feasible.empty()) {
    result.node = best_node(cluster, attempt, feasible);
  }
  return result;
}

Verdict judge_with_nominated(const Cluster& cluster, const Attempt& attempt, const Place& place) {
  const auto& nominated = place.node.nominated;
  const bool any = std::any_of(nominated.begin(), nominated.end(), [&](const auto& entry) {
    return is_expected_before(attempt, *entry.second);
  });
  if (any) {
    Load load = place.load;
    Relations relations = place.relations;
    for (const auto& [key, pod] : nominated) {
      if (is_expected_before(attempt, *pod)) {
        load.add(*pod);
        count(relations, attempt, cluster, *pod, place.node, 1);
      }
    }
    Verdict verdict = judge(attempt, {place.node, load, relations});
    if (verdict.fit != Fit::kYes) {
      return verdict;
    }
  }
  return judge(attempt, place);
}

}  // namespace sluice::controllers::scheduler
