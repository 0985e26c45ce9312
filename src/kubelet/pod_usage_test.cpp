// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_usage.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/timestamp.h"
#include "pod/status_file.h"

namespace sluice::kubelet {
namespace {

pod::ContainerStatus running(std::string name, const std::string& time, std::int64_t cpu) {
  return {.name = std::move(name),
          .state = pod::ContainerState::kRunning,
          .usage = pod::Usage{*parse_rfc3339(time), std::chrono::seconds(10), cpu, 4096}};
}

TEST(PodUsage, IsThatOfTheContainersThatRun) {
  pod::PodReport report;
  report.containers = {running("a", "2030-01-01T00:00:10Z", 1),
                       running("b", "2030-01-01T00:00:05Z", 2),
                       {.name = "c", .state = pod::ContainerState::kTerminated}};
  const auto usage = usage_of(report);
  ASSERT_TRUE(usage.has_value());
  ASSERT_EQ(usage->containers.size(), 2U);
  EXPECT_EQ(usage->containers[1].name, "b");
  EXPECT_EQ(usage->containers[1].cpu_nanocores, 2);
  EXPECT_EQ(usage->time, *parse_rfc3339("2030-01-01T00:00:05Z"));
}

TEST(PodUsage, IsUnknownUntilEveryContainerWasMeasured) {
  pod::PodReport report;
  EXPECT_FALSE(usage_of(report).has_value());
  report.containers = {running("a", "2030-01-01T00:00:10Z", 1),
                       {.name = "b", .state = pod::ContainerState::kRunning}};
  EXPECT_FALSE(usage_of(report).has_value());
}

TEST(PodUsage, IsReadFromTheNewestAttempt) {
  const TemporaryDirectory home;
  const AttemptFiles files(home.path());
  const PodUsage source(files);
  const client::Object pod = json::Object{{"metadata", json::Object{{"uid", "u"}}}};
  EXPECT_FALSE(source.usage(pod).has_value());
  for (const std::int64_t number : {1, 2}) {
    pod::PodReport report{.attempt = {"u", number}};
    report.containers = {running("a", "2030-01-01T00:00:10Z", number)};
    const auto directory = files.directory(report.attempt);
    std::filesystem::create_directories(directory);
    ASSERT_TRUE(pod::StatusFile(directory).append(report).has_value());
  }
  EXPECT_EQ(source.usage(pod)->containers.at(0).cpu_nanocores, 2);
}

}  // namespace
}  // namespace sluice::kubelet
