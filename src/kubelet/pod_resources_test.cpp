// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_resources.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

json::Value pod(std::string_view spec) {
  json::Value pod;
  pod["spec"] = *json::parse(spec);
  return pod;
}

TEST(PodResources, RequestsAreSummedAndRoundedUp) {
  const auto resources = pod_resources(pod(R"({"containers":[
      {"name":"a","resources":{"requests":{"cpu":"500m","memory":"1Mi"},"limits":{"cpu":"8"}}},
      {"name":"b","resources":{"limits":{"cpu":"1","memory":"100k"}}}]})"));
  ASSERT_TRUE(resources.has_value());
  EXPECT_EQ(resources->cpus, 2);
  EXPECT_EQ(resources->cpu_thousandths, 1500);
  EXPECT_EQ(resources->memory_mib, 2);
}

TEST(PodLimits, HoldWhereEveryContainerHasOne) {
  const auto all = pod_limits(pod(R"({"containers":[
      {"name":"a","resources":{"limits":{"cpu":"500m","memory":"1Mi"}}},
      {"name":"b","resources":{"limits":{"memory":"2Mi"}}}]})"));
  EXPECT_EQ(all, (slurm::JobLimits{.memory_bytes = 3 << 20}));
  EXPECT_EQ(pod_limits(pod(R"({"containers":[{"name":"a"}],
      "resources":{"limits":{"cpu":"2"}}})")),
            (slurm::JobLimits{.cpu_thousandths = 2000}));
  EXPECT_EQ(pod_limits(pod(R"({"containers":[{"name":"a"}]})")), slurm::JobLimits{});
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
  EXPECT_EQ(resources->cpu_thousandths, 0);
  EXPECT_EQ(resources->memory_mib, 0);
}

TEST(PodResources, ABadQuantityNamesItsContainer) {
  const auto resources = pod_resources(
      pod(R"({"containers":[{"name":"a","resources":{"requests":{"cpu":"many"}}}]})"));
  ASSERT_FALSE(resources.has_value());
  EXPECT_NE(resources.error().message.find("container a cpu"), std::string::npos);
}

TEST(PodResources, SidecarsCountBesideWhatRunsWithThem) {
  const auto resources = pod_resources(pod(R"({"containers":[
      {"name":"a","resources":{"requests":{"cpu":"2"}}}],
      "initContainers":[
      {"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"1"}}},
      {"name":"i","resources":{"requests":{"cpu":"3"}}}]})"));
  EXPECT_EQ(resources->cpus, 4);  // the init container beside the sidecar
}

TEST(PodResources, OverheadIsAdded) {
  const auto resources = pod_resources(pod(R"({"overhead":{"cpu":"1","memory":"1Mi"},
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Mi"}}}]})"));
  EXPECT_EQ(resources->cpus, 2);
  EXPECT_EQ(resources->memory_mib, 2);
}

TEST(PodResources, ThePodsOwnFiguresCountBeforeThoseOfItsContainers) {
  const auto resources = pod_resources(pod(R"({"resources":{"limits":{"cpu":"4"}},
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Mi"}}}]})"));
  EXPECT_EQ(resources->cpus, 4);
  EXPECT_EQ(resources->memory_mib, 1);
}

TEST(PodResources, GpusAndNamedGresAreCounted) {
  const auto resources = pod_resources(pod(R"({"containers":[
      {"name":"a","resources":{"limits":{"nvidia.com/gpu":"1","gres.sluice.dev/fpga":2}}},
      {"name":"b","resources":{"limits":{"amd.com/gpu":2,"example.com/other":1}}}]})"));
  EXPECT_EQ(resources->gres_text(), "fpga:2,gpu:3");
}

}  // namespace
}  // namespace sluice::kubelet
