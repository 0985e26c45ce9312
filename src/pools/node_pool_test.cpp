// SPDX-License-Identifier: Apache-2.0
#include "pools/node_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::pools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

json::Value object() {
  return *json::parse(R"({"spec":{"machines":8,"cooldownSeconds":60,"dryRun":true,"members":[
    {"name":"slurm","machineDeployment":"s","min":1,"max":6,"weight":2,
     "machine":{"cpu":"7500m","memory":"16Gi","resources":{"gres/gpu":2}},
     "slurm":{"nodeClass":"hpc","partitions":["batch"],"features":["fast"]},
     "schedule":[{"start":"0 18 * * mon-fri","timeZone":"UTC","minutes":840,"min":3}]},
    {"name":"kube","machineDeployment":"k","min":0,"max":4,
     "machine":{"cpu":8,"memory":"16Gi"},"kubernetes":{"nodeLabels":{"pool":"a"}}}]}})");
}

TEST(NodePools, AreRead) {
  const auto pool = read_pool(object());
  ASSERT_TRUE(pool.has_value()) << pool.error().message;
  EXPECT_EQ(pool->machines, 8);
  EXPECT_EQ(pool->cooldown, std::chrono::minutes(1));
  EXPECT_TRUE(pool->dry_run);
  ASSERT_EQ(pool->members.size(), 2U);
  const Member& slurm = pool->members[0];
  EXPECT_TRUE(slurm.is_slurm());
  EXPECT_THAT(slurm.partitions, ElementsAre("batch"));
  EXPECT_EQ(slurm.machine, (Shape{7500, 16'384, {{"gres/gpu", 2}}}));
  EXPECT_THAT(slurm.features, ElementsAre("fast"));
  EXPECT_EQ(slurm.limits, (Limits{1, 6}));
  EXPECT_EQ(slurm.weight, 2);
  ASSERT_EQ(slurm.schedule.size(), 1U);
  EXPECT_EQ(slurm.schedule[0].length, std::chrono::hours(14));
  EXPECT_EQ(slurm.schedule[0].min, 3);
  EXPECT_EQ(slurm.schedule[0].max, std::nullopt);
  const Member& kube = pool->members[1];
  EXPECT_FALSE(kube.is_slurm());
  EXPECT_EQ(kube.weight, 1);
  EXPECT_EQ(kube.node_labels.at("pool"), "a");
}

TEST(NodePools, WhatIsWrongIsNamed) {
  json::Value wrong = object();
  wrong["spec"]["members"].array()[0]["machine"]["memory"] = "much";
  EXPECT_THAT(read_pool(wrong).error().message, HasSubstr("spec.members[0].machine.memory: "));
  wrong = object();
  wrong["spec"]["members"].array()[0]["machine"]["resources"]["gres/gpu"] = "some";
  EXPECT_THAT(read_pool(wrong).error().message,
              HasSubstr("spec.members[0].machine.resources.gres/gpu: "));
  wrong = object();
  wrong["spec"]["members"].array()[0]["schedule"].array()[0]["start"] = "evenings";
  EXPECT_THAT(read_pool(wrong).error().message, HasSubstr("spec.members[0].schedule[0].start: "));
  wrong = object();
  wrong["spec"]["members"].array()[0]["schedule"].array()[0]["timeZone"] = "Mars/Olympus";
  EXPECT_THAT(read_pool(wrong).error().message,
              HasSubstr("spec.members[0].schedule[0].timeZone: "));
  wrong = object();
  wrong["spec"]["members"].array()[1]["machineDeployment"] = "s";
  EXPECT_THAT(read_pool(wrong).error().message, HasSubstr("spec.members[1].machineDeployment: "));
}

}  // namespace
}  // namespace sluice::pools
