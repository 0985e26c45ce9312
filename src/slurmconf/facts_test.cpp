// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/facts.h"

#include <gtest/gtest.h>

#include <set>

namespace sluice::slurmconf {
namespace {

constexpr Release k2205{22, 5};
constexpr Release k2411{24, 11};

TEST(SlurmFacts, EveryLineOfTheTableIsUnderstood) {
  std::set<std::string> names;
  for (const Fact& fact : facts()) {
    const std::string name = std::string(file_name(fact.file)) + " " + std::string(fact.kind) +
                             " " + std::string(fact.name);
    EXPECT_TRUE(names.insert(name).second) << name << " stands there twice";
    EXPECT_LE(static_cast<int>(fact.before), static_cast<int>(Class::kRefused)) << name;
    EXPECT_LE(static_cast<int>(fact.after), static_cast<int>(Class::kRefused)) << name;
    EXPECT_LE(fact.since, fact.until) << name;
    EXPECT_LE(fact.least, fact.most) << name;
    EXPECT_TRUE(fact.type != Type::kEnum || !fact.words.empty()) << name;
    EXPECT_TRUE((fact.before != Class::kRefused || !reason_of(fact).empty())) << name;
  }
  EXPECT_GT(names.size(), 400U);
}

TEST(SlurmFacts, WhatAChangeNeedsDependsOnTheRelease) {
  const Fact* jobs = find_fact(File::kSlurm, "", "maxjobcount");
  ASSERT_NE(jobs, nullptr);
  EXPECT_EQ(jobs->needs(k2205), Class::kRestartSlurmctld);
  EXPECT_EQ(jobs->needs(k2411), Class::kReconfigure);
  const Fact* cpus = find_fact(File::kSlurm, "NodeName", "CPUs");
  ASSERT_NE(cpus, nullptr);
  EXPECT_EQ(cpus->needs({24, 5}), Class::kRestartAll);
  EXPECT_EQ(cpus->needs(k2411), Class::kReconfigure);
  EXPECT_EQ(find_fact(File::kSlurm, "", "SlurmctldPort")->needs(k2411), Class::kRestartAll);
}

TEST(SlurmFacts, PluginsComeAndGoWithReleases) {
  const Fact* topology = find_fact(File::kSlurm, "", "TopologyPlugin");
  ASSERT_NE(topology, nullptr);
  EXPECT_EQ(doubt_of(*topology, "topology/tree", k2205), "");
  EXPECT_NE(doubt_of(*topology, "topology/block", k2205), "");
  EXPECT_EQ(doubt_of(*topology, "topology/block", k2411), "");
  EXPECT_EQ(doubt_of(*topology, "topology/hypercube", k2205), "");
  EXPECT_NE(doubt_of(*topology, "topology/hypercube", k2411), "");
  EXPECT_NE(doubt_of(*topology, "topology/Tree", k2205), "") << "it is loaded by its name";
  EXPECT_EQ(doubt_of(*find_fact(File::kSlurm, "", "MpiDefault"), "pmix", k2205), "");
  EXPECT_EQ(doubt_of(*find_fact(File::kSlurm, "", "KillWait"), "7", k2205), "");
}

}  // namespace
}  // namespace sluice::slurmconf
