// SPDX-License-Identifier: Apache-2.0
#include "services/turn.h"

#include <algorithm>

#include "services/order.h"

namespace sluice::services {
namespace {

const Service* find(const NodeServices& graph, const std::string& name) {
  const auto found =
      std::find_if(graph.services.begin(), graph.services.end(),
                   [&](const Service& service) { return service.name == name; });
  return found == graph.services.end() ? nullptr : &*found;
}

// With another word it changes on all machines together.
bool changes_in_turn(const Service& declared, const Service& before) {
  return !declared.in_turn.empty() &&
         (before.in_turn.empty() || before.in_turn == declared.in_turn);
}

// What those that stay as they were need, and is not declared any more, stays with them.
void keep_needs(NodeServices& graph, const NodeServices& before) {
  for (std::size_t i = 0; i < graph.services.size(); ++i) {
    const std::vector<std::string> needs = graph.services[i].needs_ready;
    for (const std::string& need : needs) {
      const Service* kept = find(before, need);
      if (find(graph, need) == nullptr && kept != nullptr) {
        graph.services.push_back(*kept);
      }
    }
  }
}

}  // namespace

std::optional<HeldBack> held_back(const NodeServices& declared, const Marks& declared_marks,
                                  const NodeServices& before, const Marks& before_marks) {
  HeldBack held{declared, {}};
  for (Service& service : held.graph.services) {
    const Service* other = find(before, service.name);
    const auto mark = declared_marks.find(service.name);
    const auto other_mark = before_marks.find(service.name);
    if (other == nullptr || mark == declared_marks.end() || other_mark == before_marks.end() ||
        mark->second == other_mark->second || !changes_in_turn(service, *other)) {
      continue;
    }
    service = *other;
    held.waiting.push_back(service.name);
  }
  if (held.waiting.empty()) {
    return std::nullopt;
  }
  keep_needs(held.graph, before);
  auto ordered = in_order(std::move(held.graph.services), "spec.services");
  if (!ordered) {
    return std::nullopt;  // the old one and the new others never start together
  }
  held.graph.services = std::move(*ordered);
  return held;
}

}  // namespace sluice::services
