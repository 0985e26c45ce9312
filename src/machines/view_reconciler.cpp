// SPDX-License-Identifier: Apache-2.0
#include "machines/view_reconciler.h"

#include <algorithm>

#include "base/log.h"
#include "machines/class_hold.h"
#include "machines/stack_wish.h"
#include "machines/victims.h"

namespace sluice::machines {
namespace {

using runtime::Requeue;

constexpr Duration kUsually = std::chrono::seconds(10);
// While some are missing, or who goes first is to be chosen among several: those are chosen in the
// moment in which their number changes, by marks that tell who had jobs at the last look.
constexpr Duration kOften = std::chrono::seconds(2);

// What of a node the conditions of its Machine tell.
struct Shown {
  bool is_there = false;
  bool has_jobs = false;
  std::string fault = {};

  friend bool operator==(const Shown&, const Shown&) = default;
};

Shown shown(const SlurmView::Nodes& nodes, const std::string& name) {
  const detach::NodeView* node = SlurmView::running(nodes, name);
  return node == nullptr ? Shown() : Shown{true, node->jobs > 0, SlurmView::fault(*node)};
}

}  // namespace

Result<Requeue> ViewReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr node_class = parts_.fleet.node_class(key);
  if (node_class == nullptr) {
    parts_.view.forget(key);
  }
  if (parts_.fleet.machine_kind() != nullptr && !parts_.fleet.is_complete()) {
    return Requeue{std::chrono::seconds(1)};
  }
  const std::vector<Fleet::Member> members = parts_.fleet.of_class(key);
  const bool is_needed = !members.empty() || parts_.fleet.is_named_by_config(key);
  if (node_class == nullptr) {
    if (!is_needed) {
      TRY(release_authority(parts_.client, key));
    }
    return Requeue{};
  }
  TRY(hold_class(parts_.client, parts_.class_kind, *node_class, is_needed));
  if (members.empty()) {
    parts_.view.forget(key);
    return is_needed ? Requeue{kUsually} : Requeue{};
  }
  const auto heard = parts_.controllers.ask(*node_class);
  if (!heard) {
    log::debug("a Slurm cluster cannot be asked for its nodes",
               {{"class", api::to_string(key)}, {"error", heard.error().message}});
    return Requeue{kUsually};
  }
  const SlurmView::NodesPtr before = parts_.view.set(key, heard->nodes);
  const SlurmView::NodesPtr now = parts_.view.of(key);
  const bool is_news =
      tell(members, before == nullptr ? SlurmView::Nodes() : *before, *now, before == nullptr);
  mark(members, *now);
  const bool all_there =
      std::all_of(members.begin(), members.end(), [&](const Fleet::Member& member) {
        return member.slurm.role == Role::kSlurmController ||
               SlurmView::running(*now, member.slurm.node) != nullptr ||
               shall_run_kubernetes(*member.machine);
      });
  return Requeue{all_there && !is_news && !has_choice(members) ? kUsually : kOften};
}

bool ViewReconciler::tell(const std::vector<Fleet::Member>& members, const SlurmView::Nodes& before,
                          const SlurmView::Nodes& now, bool is_first) const {
  bool is_news = false;
  for (const Fleet::Member& member : members) {
    if (is_first || shown(before, member.slurm.node) != shown(now, member.slurm.node)) {
      is_news = true;
      parts_.look_at(api::key(*member.machine));
    }
  }
  return is_news;
}

// Whose Machine has changed meanwhile is looked at again the next time.
void ViewReconciler::mark(const std::vector<Fleet::Member>& members,
                          const SlurmView::Nodes& nodes) {
  const api::KindPtr kind = parts_.fleet.machine_kind();
  for (const Mark& mark : marks_to_change(members, nodes)) {
    if (kind == nullptr) {
      return;  // nobody defines Machines any more
    }
    const auto marked = parts_.client.patch(*kind, api::key(*mark.machine),
                                            {.type = client::PatchType::kJson, .body = mark.patch});
    if (!marked) {
      log::debug("a Machine was not marked", {{"machine", api::to_string(api::key(*mark.machine))},
                                              {"error", marked.error().message}});
    }
  }
}

}  // namespace sluice::machines
