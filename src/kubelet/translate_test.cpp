// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

json::Value pod(std::string_view spec) {
  json::Value pod;
  pod["metadata"]["namespace"] = "team";
  pod["metadata"]["name"] = "web";
  pod["spec"] = *json::parse(spec);
  return pod;
}

const JobSurroundings kSurroundings{.comment = "sluice:c:u:1",
                                    .attempt_dir = "/home/it's/pods/u/1",
                                    .sluice_binary = "/opt/sluice",
                                    .partition = "all"};

TEST(PodResources, RequestsAreSummedAndRoundedUp) {
  const auto resources = pod_resources(pod(R"({"containers":[
      {"name":"a","resources":{"requests":{"cpu":"500m","memory":"1Mi"},"limits":{"cpu":"8"}}},
      {"name":"b","resources":{"limits":{"cpu":"1","memory":"100k"}}}]})"));
  ASSERT_TRUE(resources.has_value());
  EXPECT_EQ(resources->cpus, 2);
  EXPECT_EQ(resources->memory_mib, 2);
}

TEST(PodResources, ALargeInitContainerCounts) {
  const auto resources = pod_resources(pod(R"({"containers":[{"name":"a"}],
      "initContainers":[{"name":"i","resources":{"requests":{"cpu":"3","memory":"1Gi"}}}]})"));
  EXPECT_EQ(resources->cpus, 3);
  EXPECT_EQ(resources->memory_mib, 1024);
}

TEST(PodResources, NothingAskedIsOneCpuAndTheSitesMemory) {
  const auto resources = pod_resources(pod(R"({"containers":[{"name":"a"}]})"));
  EXPECT_EQ(resources->cpus, 1);
  EXPECT_EQ(resources->memory_mib, 0);
}

TEST(PodResources, ABadQuantityNamesItsContainer) {
  const auto resources = pod_resources(
      pod(R"({"containers":[{"name":"a","resources":{"requests":{"cpu":"many"}}}]})"));
  ASSERT_FALSE(resources.has_value());
  EXPECT_NE(resources.error().message.find("container a cpu"), std::string::npos);
}

TEST(Translate, TheJobStartsTheRunner) {
  const auto job =
      translate(pod(R"({"containers":[{"name":"a"}],"activeDeadlineSeconds":90})"), kSurroundings);
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->name, "team/web");
  EXPECT_EQ(job->comment, "sluice:c:u:1");
  EXPECT_EQ(job->script, "#!/bin/sh\nexec '/opt/sluice' pod --dir '/home/it'\\''s/pods/u/1'\n");
  EXPECT_EQ(job->output, "/home/it's/pods/u/1/_job.log");
  EXPECT_EQ(job->time_limit_seconds, 90);
  EXPECT_EQ(job->partition, "all");
}

TEST(Translate, AnnotationsChoosePartitionAndFlags) {
  json::Value annotated = pod(R"({"containers":[{"name":"a"}]})");
  annotated["metadata"]["annotations"]["sluice.dev/partition"] = "gpu";
  annotated["metadata"]["annotations"]["slurm.hpk.io/flags"] = "--qos=high";
  const auto job = translate(annotated, kSurroundings);
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->partition, "gpu");
  EXPECT_EQ(job->flags, std::vector<std::string>{"--qos=high"});
}

}  // namespace
}  // namespace sluice::kubelet
