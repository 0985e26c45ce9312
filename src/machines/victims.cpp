// SPDX-License-Identifier: Apache-2.0
#include "machines/victims.h"

#include <algorithm>
#include <map>

#include "api/meta.h"
#include "machines/stack_wish.h"

namespace sluice::machines {
namespace {

bool is_busy(const Fleet::Member& member, const SlurmView::Nodes& nodes) {
  const detach::NodeView* node = SlurmView::running(nodes, member.slurm.node);
  return node != nullptr && node->jobs > 0;
}

// Of the Machine as it was when it was looked at. It has annotations: our hooks.
json::Value patch(const client::Object& machine, bool set) {
  json::Array operations{json::Object{{"op", "test"},
                                      {"path", "/metadata/resourceVersion"},
                                      {"value", api::resource_version(machine)}}};
  json::Value change =
      json::Object{{"op", set ? "add" : "remove"},
                   {"path", "/metadata/annotations/cluster.x-k8s.io~1delete-machine"}};
  if (set) {
    change["value"] = kOurMark;
  }
  operations.push_back(std::move(change));
  return operations;
}

using Set = std::vector<const Fleet::Member*>;

// By the uid of the MachineSet; without those that are being deleted.
std::map<std::string, Set> sets_of(const std::vector<Fleet::Member>& members) {
  std::map<std::string, Set> sets;
  for (const Fleet::Member& member : members) {
    const json::Value* owner = api::controller_of(*member.machine);
    if (owner != nullptr && owner->at("kind").as_string() == "MachineSet" &&
        !api::is_being_deleted(*member.machine)) {
      sets[owner->at("uid").as_string()].push_back(&member);
    }
  }
  return sets;
}

}  // namespace

std::vector<Mark> marks_to_change(const std::vector<Fleet::Member>& members,
                                  const SlurmView::Nodes& nodes) {
  std::vector<Mark> marks;
  for (const auto& [owner, set] : sets_of(members)) {
    const bool has_busy = std::any_of(set.begin(), set.end(), [&](const Fleet::Member* member) {
      return is_busy(*member, nodes);
    });
    for (const Fleet::Member* member : set) {
      const json::Value* now = member->machine->at("metadata", "annotations").find(kDeleteFirst);
      // Slurm does not know what runs on a machine that it does not have.
      const bool wanted =
          has_busy && !is_busy(*member, nodes) && !shall_run_kubernetes(*member->machine);
      const bool is_ours = now != nullptr && now->as_string() == kOurMark;
      if ((wanted && now == nullptr) || (!wanted && is_ours)) {
        marks.push_back({member->machine, patch(*member->machine, wanted)});
      }
    }
  }
  return marks;
}

bool has_choice(const std::vector<Fleet::Member>& members) {
  const auto sets = sets_of(members);
  return std::any_of(sets.begin(), sets.end(),
                     [](const auto& set) { return set.second.size() > 1; });
}

}  // namespace sluice::machines
