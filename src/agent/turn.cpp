// SPDX-License-Identifier: Apache-2.0
#include "agent/turn.h"

#include "api/meta.h"
#include "base/fnv.h"

namespace sluice::agent {
namespace {

constexpr std::size_t kDigits = 16;

}  // namespace

Turn turn_of(const json::Value& node) {
  return {api::annotation(node, services::kTurnAsked), api::annotation(node, services::kTurnGiven)};
}

std::string word_for_turn(const std::string& pool, const services::NodeServices& graph,
                          const services::Marks& marks) {
  std::string text = pool;
  for (const services::Service& service : graph.services) {
    text += service.in_turn.empty() ? "" : "\n" + service.name + " " + marks.at(service.name);
  }
  return fnv1a_digits(text, kDigits);
}

// Whoever began keeps its turn until all is well.
bool needs_turn(const TurnNeeds& needs, const Turn& turn) {
  const bool under_way = !turn.asked.empty() && !needs.is_settled;
  return needs.service_waits || (!needs.is_kept && (needs.has_to_leave || under_way));
}

std::optional<json::Value> turn_patch(const json::Value& node,
                                      const std::optional<std::string>& asks) {
  if (!asks || turn_of(node).asked == *asks) {
    return std::nullopt;
  }
  const json::Value word = asks->empty() ? json::Value() : json::Value(*asks);
  return json::Object{
      {"metadata", json::Object{{"annotations", json::Object{{services::kTurnAsked, word}}}}}};
}

}  // namespace sluice::agent
