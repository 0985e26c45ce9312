// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "services/turn.h"

namespace sluice::agent {

// What the Node of a machine asks for, and was given (services/turn.h).
struct Turn {
  std::string asked;
  std::string given;
};
Turn turn_of(const json::Value& node);

// For what the services of the graph that change in turn are to become: the same for all machines
// that are to become the same.
std::string word_for_turn(const std::string& pool, const services::NodeServices& graph,
                          const services::Marks& marks);

// Why a machine asks for a turn. Pure.
struct TurnNeeds {
  bool service_waits = false;
  bool has_to_leave = false;
  bool is_kept = false;    // from leaving, by somebody else: others may go before
  bool is_settled = true;  // all is as it is declared, and ready
};
bool needs_turn(const TurnNeeds& needs, const Turn& turn);

// Has the Node ask for a turn by this word; empty: for none; nothing: as it does.
std::optional<json::Value> turn_patch(const json::Value& node,
                                      const std::optional<std::string>& asks);

}  // namespace sluice::agent
