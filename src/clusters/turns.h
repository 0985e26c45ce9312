// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::clusters {

// A machine that asks for a turn, or has one (services/turn.h).
struct TurnSeeker {
  std::string node;
  std::string asked;
  std::string given;
  bool answers = true;  // its agent does
  bool counts = true;   // among those that have a turn: it has not been ill for minutes
};
TurnSeeker turn_seeker(const json::Value& node, WallTime now);

// The Nodes to write to, and the word that each is given; empty: its turn is over. At most `batch`
// have a turn at a time, in the order of `all`; one that is ill for long holds up nobody. Pure.
using Turns = std::vector<std::pair<std::string, std::string>>;
Turns hand_out_turns(const std::vector<TurnSeeker>& all, std::int64_t batch);

}  // namespace sluice::clusters
