// SPDX-License-Identifier: Apache-2.0
#include "machines/victims.h"

#include <gtest/gtest.h>

#include "json/yaml.h"

namespace sluice::machines {
namespace {

Fleet::Member member(const std::string& kind, const std::string& owner, bool is_going = false) {
  return {
      .machine = std::make_shared<client::Object>(
          json::parse_yaml("{metadata: {name: m, ownerReferences: [{kind: " + kind +
                           ", uid: " + owner + ", controller: true}]" +
                           (is_going ? ", deletionTimestamp: '2030-01-01T00:00:00Z'" : "") + "}}")
              ->front()),
      .slurm = {.node = "m"},
      .node_class = nullptr};
}

TEST(Victims, OnlyASetOfSeveralMachinesHasAChoice) {
  EXPECT_FALSE(has_choice({}));
  EXPECT_FALSE(has_choice({member("MachineSet", "a"), member("MachineSet", "b")}));
  EXPECT_FALSE(has_choice({member("MachineSet", "a"), member("MachineSet", "a", true)}));
  EXPECT_FALSE(has_choice({member("Other", "a"), member("Other", "a")}));
  const Fleet::Member one = member("MachineSet", "a");
  EXPECT_TRUE(has_choice({member("MachineSet", "b"), one, one}));
}

}  // namespace
}  // namespace sluice::machines
