// SPDX-License-Identifier: Apache-2.0
#include "pools/member_now.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "api/meta.h"
#include "api/quota/pod_amounts.h"
#include "base/text.h"
#include "pools/constraint.h"
#include "pools/pod_wishes.h"

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

std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamed, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return text +
         (names.size() > kNamed ? " and " + std::to_string(names.size() - kNamed) + " more" : "");
}

// What such machines would not help, however many came.
void leave_out(MemberNow& now, const Member& member, std::vector<WaitingWork>& waiting) {
  std::vector<std::string> in_vain;
  std::vector<std::string> unhelped;
  std::erase_if(waiting, [&](const WaitingWork& work) {
    const std::string lacks = work.lacks.empty() ? lacking(work.each, member.machine) : work.lacks;
    if (!lacks.empty()) {
      in_vain.push_back(work.name + " (" + lacks + ")");
      return true;
    }
    const bool is_unhelped = member.unhelped.contains(work.kin);
    if (is_unhelped) {
      unhelped.push_back(work.name);
    }
    if (is_unhelped ||
        (work.is_next && work.machines <= now.idle && fits(work.each, member.machine))) {
      now.beside.insert(work.kin);
    }
    return is_unhelped;
  });
  if (!in_vain.empty()) {
    now.notes.push_back("no such machine would do for " + some_of(in_vain));
  }
  if (!unhelped.empty()) {
    now.notes.push_back("not counted, for idle machines did not help: " + some_of(unhelped));
  }
}

// Machines that work already take none of it.
void count(MemberNow& now, const Member& member, std::vector<WaitingWork> waiting,
           Claimed& claimed) {
  std::erase_if(waiting, [&](const WaitingWork& work) { return claimed.contains(work.name); });
  now.idle = std::ssize(now.idle_nodes);
  leave_out(now, member, waiting);
  now.waiting = std::ssize(waiting);
  const std::int64_t most = std::max(member.limits.max, now.replicas) - (now.present - now.idle);
  const Packed packed = pack(std::move(waiting), member.machine, std::max<std::int64_t>(most, 0));
  claimed.insert(packed.placed.begin(), packed.placed.end());
  now.needed = packed.machines;
  if (packed.too_large.empty()) {
    return;
  }
  now.waiting -= std::ssize(packed.too_large);
  now.notes.push_back("no such machine is large enough for " + some_of(packed.too_large));
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

bool waits_for_a_node(const json::Value& pod) {
  const json::Value* scheduled = api::condition(pod, "PodScheduled");
  return !is_over(pod) && !api::is_being_deleted(pod) &&
         pod.at("spec", "nodeName").as_string().empty() && scheduled != nullptr &&
         scheduled->at("status").as_string() == "False" &&
         scheduled->at("reason").as_string() == "Unschedulable";
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

// Of what is on every node there is enough.
std::map<std::string, std::int64_t> others(const api::quota::Amounts& amounts) {
  constexpr std::array<std::string_view, 4> kEverywhere{"cpu", "memory", "ephemeral-storage",
                                                        "pods"};
  std::map<std::string, std::int64_t> all;
  for (const auto& [name, wanted] : amounts) {
    if (std::find(kEverywhere.begin(), kEverywhere.end(), name) == kEverywhere.end()) {
      all[name] = wanted.value();
    }
  }
  return all;
}

WaitingWork work_of(const detach::WaitingJob& job, const Member& member) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1000;
  const std::int64_t cpus = job.cpus / job.nodes + (job.cpus % job.nodes == 0 ? 0 : 1);
  return {
      .name = "job " + job.id,
      .machines = job.nodes,
      .each = {1000 * std::min(cpus, kMost), job.memory_mib, job.gres},
      .lacks = may_be_of(job.constraint, member.features) ? "" : "constraint " + job.constraint,
      .kin = "job " + job.id.substr(0, job.id.find('_')),
      .is_next = job.reason != "Priority"};
}

WaitingWork work_of(const client::Object& pod, const client::Object& node) {
  const auto wants = api::quota::pod_requests(pod);
  const std::string name = "pod " + api::to_string(api::key(pod));
  const json::Value* owner = api::controller_of(pod);
  return {.name = name,
          .each = {amount(wants, "cpu", true), amount(wants, "memory", false), others(wants)},
          .lacks = kept_away_by(pod, node),
          .kin = owner == nullptr ? name
                                  : "pods of " + owner->at("kind").as_string() + " " +
                                        api::ns(pod) + "/" + owner->at("name").as_string()};
}

}  // namespace

Member of_class(Member member, const json::Value& node_class) {
  for (const json::Value& feature : node_class.at("spec", "features").as_array()) {
    member.features.insert(feature.as_string());
  }
  for (const json::Member& said : node_class.at("spec", "nodeParameters").as_object()) {
    if (to_lower(said.key) == "gres" && member.machine.others.empty()) {
      member.machine.others = detach::parse_gres(said.value.as_string());
    }
  }
  return member;
}

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
      waiting.push_back(work_of(job, member));
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
  const client::Object node_of_it = typical_node(member, nodes);
  for (const client::ObjectPtr& pod : pods) {
    if (waits_for_a_node(*pod)) {
      waiting.push_back(work_of(*pod, node_of_it));
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
