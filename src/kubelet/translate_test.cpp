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

TEST(Translate, TheJobStartsTheRunner) {
  const auto job =
      translate(pod(R"({"containers":[{"name":"a"}],"activeDeadlineSeconds":90})"), kSurroundings);
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->name, "team/web");
  EXPECT_EQ(job->comment, "sluice:c:u:1");
  EXPECT_EQ(job->script, "#!/bin/sh\nexec '/opt/sluice' pod --dir '/home/it'\\''s/pods/u/1'\n");
  EXPECT_EQ(job->output, "/home/it's/pods/u/1/_job.log");
  EXPECT_EQ(job->time_limit_seconds, 90 + 30);
  EXPECT_EQ(job->partition, "all");
}

TEST(Translate, GpusBecomeGresBesideWhatIsAskedForByName) {
  json::Value wanted =
      pod(R"({"containers":[{"name":"a","resources":{"limits":{"nvidia.com/gpu":2}}}]})");
  EXPECT_EQ(translate(wanted, kSurroundings)->flags, std::vector<std::string>{"--gres='gpu:2'"});
  wanted["metadata"]["annotations"]["sluice.dev/gres"] = "shard:1";
  EXPECT_EQ(translate(wanted, kSurroundings)->flags,
            std::vector<std::string>{"--gres='gpu:2,shard:1'"});
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

TEST(Translate, APodOnThePartitionsNodeGoesToThatPartition) {
  JobSurroundings there = kSurroundings;
  there.node_partition = "gpu";
  json::Value plain = pod(R"({"nodeName":"slurm-gpu","containers":[{"name":"a"}]})");
  EXPECT_EQ(translate(plain, there)->partition, "gpu");
  json::Value same = plain;
  same["metadata"]["annotations"]["sluice.dev/partition"] = "debug,gpu";
  EXPECT_EQ(translate(same, there)->partition, "gpu");
  for (const char* annotation : {"sluice.dev/partition", "slurmjob.slinky.slurm.net/partition"}) {
    json::Value other = plain;
    other["metadata"]["annotations"][annotation] = "debug";
    const auto job = translate(other, there);
    ASSERT_FALSE(job.has_value());
    EXPECT_EQ(job.error().message,
              "the pod is on node slurm-gpu, which stands for partition \"gpu\", and asks for "
              "partition \"debug\": expected the same, or none");
  }
  json::Value flag = plain;
  flag["metadata"]["annotations"]["slurm-job.hpk.io/flags"] = "-p debug";
  EXPECT_EQ(translate(flag, there).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::kubelet
