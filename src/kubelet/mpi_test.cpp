// SPDX-License-Identifier: Apache-2.0
#include "kubelet/mpi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

json::Value pod(std::string_view annotations) {
  json::Value pod = *json::parse(
      R"({"spec":{"containers":[{"name":"main"},{"name":"side"},{"name":"shell","tty":true}]}})");
  pod["metadata"]["annotations"] = *json::parse(annotations);
  return pod;
}

std::string complaint(std::string_view annotations) {
  const auto tasks = tasks_of(pod(annotations));
  EXPECT_FALSE(tasks.has_value()) << annotations;
  return tasks ? "" : tasks.error().message;
}

TEST(Mpi, IsNothingUnlessAskedFor) {
  EXPECT_EQ(tasks_of(pod("{}"))->container, "");
  EXPECT_EQ(tasks_of(pod(R"({"sluice.dev/ntasks":"4"})"))->container, "");
  EXPECT_EQ(
      tasks_of(pod(R"({"sluice.dev/mpi":"false","slurm.hpk.io/mpi-flags":"true"})"))->container,
      "");
}

TEST(Mpi, TheFirstContainerRunsAsTasksByTheInterfaceNamed) {
  const auto tasks = tasks_of(pod(R"({"sluice.dev/mpi":"pmi2"})"));
  ASSERT_TRUE(tasks.has_value());
  EXPECT_EQ(tasks->container, "main");
  EXPECT_THAT(tasks->flags, ElementsAre("--mpi=pmi2"));
  EXPECT_FALSE(tasks->all_output);
  EXPECT_TRUE(tasks_of(pod(R"({"sluice.dev/mpi":"true"})"))->flags.empty());
}

TEST(Mpi, FlagsOfOtherSystemsAreSruns) {
  for (const char* name :
       {"slurm-job.hpk.io", "slurm.hpk.io", "slurm-job.vk.io", "slurm-job.knoc.io", "sluice.dev"}) {
    const std::string key = "{\"" + std::string(name) + "/mpi-flags\":";
    EXPECT_THAT(tasks_of(pod(key + R"("--mpi=pmix -m cyclic --cpu-bind=cores"})"))->flags,
                ElementsAre("--mpi=pmix", "-m", "cyclic", "--cpu-bind=cores"));
    EXPECT_EQ(tasks_of(pod(key + R"("true"})"))->container, "main");
  }
}

TEST(Mpi, AnotherContainerAndTheOutputOfAllCanBeNamed) {
  const auto tasks = tasks_of(pod(R"({"sluice.dev/mpi":"true","sluice.dev/mpi-container":"side",
                                      "sluice.dev/mpi-output":"all"})"));
  EXPECT_EQ(tasks->container, "side");
  EXPECT_TRUE(tasks->all_output);
}

TEST(Mpi, WhatIsNotAllowedIsRefusedByName) {
  for (const char* flag : {"--output=/x", "--multi-prog", "-np 4", "--jobid=1", "--overlap",
                           "--export=ALL", "--uid=0", "--task-prolog=/x", "hello"}) {
    const std::string said =
        complaint("{\"slurm-job.hpk.io/mpi-flags\":\"" + std::string(flag) + "\"}");
    EXPECT_THAT(said, HasSubstr("annotation slurm-job.hpk.io/mpi-flags"));
    EXPECT_THAT(said, HasSubstr(std::string(flag).substr(0, std::string(flag).find(' '))));
  }
  EXPECT_THAT(complaint(R"({"sluice.dev/mpi":"pmi2 --uid=0"})"), HasSubstr("sluice.dev/mpi"));
  EXPECT_THAT(complaint(R"({"sluice.dev/mpi":"true","sluice.dev/mpi-container":"no"})"),
              HasSubstr("no container \"no\""));
  EXPECT_THAT(complaint(R"({"sluice.dev/mpi":"true","sluice.dev/mpi-container":"shell"})"),
              HasSubstr("tty"));
  EXPECT_THAT(complaint(R"({"sluice.dev/mpi":"true","sluice.dev/mpi-output":"some"})"),
              HasSubstr("expected rank0 or all"));
}

}  // namespace
}  // namespace sluice::kubelet
