// SPDX-License-Identifier: Apache-2.0
#include "pools/member_now.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "api/meta.h"
#include "api/quota/pod_amounts.h"
#include "base/text.h"

namespace sluice::pools {
namespace {

constexpr std::size_t kNamed = 3;  // of what is too large

// "batch,long": any of them will do.
bool is_for(const Member& member, const std::string& partitions) {
  const auto names = split(partitions, ',');
  return member.partitions.empty() ||
         std::any_of(names.begin(), names.end(), [&](std::string_view name) {
           return std::find(member.partitions.begin(), member.partitions.end(), name) !=
                  member.partitions.end();
         });
}

// A node that is kept for somebody is not free.
bool is_idle(const detach::NodeView& node) {
  constexpr std::array kKept{"RESERVED", "MAINT", "PLANNED"};
  return node.jobs == 0 &&
         std::none_of(kKept.begin(), kKept.end(), [&](const char* flag) { return node.is(flag); });
}

// Machines that work already take none of it.
void count(MemberNow& now, const Member& member, std::vector<WaitingWork> waiting,
           Claimed& claimed) {
  std::erase_if(waiting, [&](const WaitingWork& work) { return claimed.contains(work.name); });
  now.idle = std::ssize(now.idle_nodes);
  now.waiting = std::ssize(waiting);
  const std::int64_t most = std::max(member.limits.max, now.replicas) - (now.present - now.idle);
  const Packed packed = pack(std::move(waiting), member.machine, std::max<std::int64_t>(most, 0));
  claimed.insert(packed.placed.begin(), packed.placed.end());
  now.needed = packed.machines;
  if (packed.too_large.empty()) {
    return;
  }
  now.waiting -= std::ssize(packed.too_large);
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, packed.too_large.size()); ++i) {
    names += (i == 0 ? "" : ", ") + packed.too_large[i];
  }
  now.notes.push_back("no such machine is large enough for " + names +
                      (packed.too_large.size() > kNamed
                           ? " and " + std::to_string(packed.too_large.size() - kNamed) + " more"
                           : ""));
}

bool is_over(const json::Value& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

bool is_on_every_node(const json::Value& pod) {
  const json::Value* owner = api::controller_of(pod);
  return owner != nullptr &&
         (owner->at("kind").as_string() == "DaemonSet" || owner->at("kind").as_string() == "Node");
}

bool waits_for_a_node(const json::Value& pod, const Member& member) {
  const json::Value* scheduled = api::condition(pod, "PodScheduled");
  if (is_over(pod) || api::is_being_deleted(pod) ||
      !pod.at("spec", "nodeName").as_string().empty() || scheduled == nullptr ||
      scheduled->at("status").as_string() != "False" ||
      scheduled->at("reason").as_string() != "Unschedulable") {
    return false;
  }
  const json::Object& selector = pod.at("spec", "nodeSelector").as_object();
  return std::all_of(selector.begin(), selector.end(), [&](const auto& wanted) {
    const auto label = member.node_labels.find(wanted.key);
    return label != member.node_labels.end() && label->second == wanted.value.as_string();
  });
}

std::int64_t amount(const api::quota::Amounts& amounts, std::string_view name, bool thousandths) {
  const auto found = amounts.find(name);
  if (found == amounts.end()) {
    return 0;
  }
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const std::int64_t value = found->second.value();
  return thousandths ? found->second.milli_value()
                     : value / kMebibyte + (value % kMebibyte == 0 ? 0 : 1);
}

}  // namespace

MemberNow slurm_member(const Member& member, std::int64_t replicas,
                       const std::vector<std::string>& machines,
                       const std::map<std::string, detach::NodeView>& nodes,
                       const std::vector<detach::WaitingJob>& queue, Claimed& claimed) {
  MemberNow now{.replicas = replicas, .notes = {}};
  for (const std::string& machine : machines) {
    const auto node = nodes.find(machine);
    if (node == nodes.end()) {
      continue;
    }
    ++now.present;
    if (node->second.takes_jobs()) {
      ++now.ready;
      if (is_idle(node->second)) {
        now.idle_nodes.push_back(machine);
      }
    }
  }
  std::vector<WaitingWork> waiting;
  for (const detach::WaitingJob& job : queue) {
    if (detach::waits_for_nodes(job.reason) && is_for(member, job.partition)) {
      constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1000;
      const std::int64_t cpus = job.cpus / job.nodes + (job.cpus % job.nodes == 0 ? 0 : 1);
      waiting.push_back(
          {"job " + job.id, job.nodes, {1000 * std::min(cpus, kMost), job.memory_mib}});
    }
  }
  count(now, member, std::move(waiting), claimed);
  return now;
}

MemberNow kubernetes_member(const Member& member, std::int64_t replicas,
                            const std::vector<std::string>& machines,
                            const std::map<std::string, client::ObjectPtr>& nodes,
                            const std::vector<client::ObjectPtr>& pods, Claimed& claimed) {
  MemberNow now{.replicas = replicas, .notes = {}};
  std::set<std::string> busy;
  std::vector<WaitingWork> waiting;
  for (const client::ObjectPtr& pod : pods) {
    if (waits_for_a_node(*pod, member)) {
      const auto wants = api::quota::pod_requests(*pod);
      waiting.push_back({"pod " + api::to_string(api::key(*pod)),
                         1,
                         {amount(wants, "cpu", true), amount(wants, "memory", false)}});
    } else if (!is_over(*pod) && !is_on_every_node(*pod)) {
      busy.insert(pod->at("spec", "nodeName").as_string());
    }
  }
  for (const std::string& machine : machines) {
    const auto node = nodes.find(machine);
    if (node == nodes.end()) {
      continue;
    }
    ++now.present;
    if (api::has_condition(*node->second, "Ready") &&
        !node->second->at("spec", "unschedulable").as_bool()) {
      ++now.ready;
      if (!busy.contains(machine)) {
        now.idle_nodes.push_back(machine);
      }
    }
  }
  count(now, member, std::move(waiting), claimed);
  return now;
}

}  // namespace sluice::pools
