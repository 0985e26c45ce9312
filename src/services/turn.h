// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "services/graph.h"

namespace sluice::services {

// On a Node: its agent asks with a word for a turn to make of a service what is declared, and takes
// the word off when that is done. Who hands out turns answers with the same word.
constexpr const char* kTurnAsked = "turn.sluice.dev/asked";
constexpr const char* kTurnGiven = "turn.sluice.dev/given";

// What a machine runs until it has its turn: as declared, but for services that change in turn,
// which are as they were before, with those they need. `*_marks` are others where a service of the
// two graphs is another one. Nothing: nobody has to wait. Pure.
using Marks = std::map<std::string, std::string>;
struct HeldBack {
  NodeServices graph;
  std::vector<std::string> waiting;  // services
};
std::optional<HeldBack> held_back(const NodeServices& declared, const Marks& declared_marks,
                                  const NodeServices& before, const Marks& before_marks);

}  // namespace sluice::services
