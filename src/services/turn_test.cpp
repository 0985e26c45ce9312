// SPDX-License-Identifier: Apache-2.0
#include "services/turn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::services {
namespace {

using testing::ElementsAre;

// slurmd, by the word with which it changes in turn, and others; the mark of each is its command.
NodeServices graph(const std::string& word, const std::string& slurmd,
                   const std::vector<Service>& others = {}) {
  NodeServices made{"x-nodes", others};
  std::vector<std::string> needs;
  for (const Service& other : others) {
    needs.push_back(other.name);
  }
  made.services.push_back(
      {.name = "slurmd", .command = {slurmd}, .needs_ready = needs, .in_turn = word});
  return made;
}

Marks marks(const NodeServices& all) {
  Marks marks;
  for (const Service& service : all.services) {
    marks[service.name] = service.command.front();
  }
  return marks;
}

std::vector<std::string> held(const NodeServices& declared, const NodeServices& before) {
  const auto all = held_back(declared, marks(declared), before, marks(before));
  std::vector<std::string> commands;
  if (all) {
    EXPECT_THAT(all->waiting, ElementsAre("slurmd"));
    for (const Service& service : all->graph.services) {
      commands.push_back(service.command.front());
    }
  }
  return commands;
}

TEST(Turn, OnlyWhatChangesInTurnStaysAsItWas) {
  const Service old_munged{.name = "munged", .command = {"/munged"}};
  const Service new_munged{.name = "munged", .command = {"/munged-2"}};
  EXPECT_THAT(held(graph("w", "/slurmd-2", {new_munged}), graph("w", "/slurmd", {old_munged})),
              ElementsAre("/munged-2", "/slurmd"));
  EXPECT_THAT(held(graph("w", "/slurmd", {new_munged}), graph("w", "/slurmd", {old_munged})),
              ElementsAre());
  EXPECT_THAT(held(graph("", "/slurmd-2"), graph("", "/slurmd")), ElementsAre());
}

TEST(Turn, WithAnotherWordAllChangeTogether) {
  EXPECT_THAT(held(graph("another", "/slurmd-2"), graph("w", "/slurmd")), ElementsAre());
  // Who says one for the first time means no other.
  EXPECT_THAT(held(graph("w", "/slurmd-2"), graph("", "/slurmd")), ElementsAre("/slurmd"));
}

TEST(Turn, WhatIsNewDoesNotWait) {
  EXPECT_THAT(held(graph("w", "/slurmd"), {"x-nodes", {}}), ElementsAre());
}

TEST(Turn, WhoStaysKeepsThoseItNeeds) {
  const Service plugins{.name = "plugins", .command = {"/plugins"}};
  EXPECT_THAT(held(graph("w", "/slurmd-2"), graph("w", "/slurmd", {plugins})),
              ElementsAre("/plugins", "/slurmd"));
}

TEST(Turn, AnOldOneThatCannotStartBesideTheNewOthersDoesNotWait) {
  const Service before{.name = "plugins", .command = {"/plugins"}};
  const Service after{.name = "plugins", .command = {"/plugins"}, .needs_ready = {"slurmd"}};
  NodeServices declared = graph("w", "/slurmd-2");
  declared.services.push_back(after);
  EXPECT_THAT(held(declared, graph("w", "/slurmd", {before})), ElementsAre());
}

}  // namespace
}  // namespace sluice::services
