// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"
#include "pod/protocol.h"

namespace sluice::pod {
namespace {

TEST(PodReport, SurvivesTheWayThroughJson) {
  const WallTime time = *parse_rfc3339("2030-01-01T00:00:00.123456789Z");
  PodReport report{
      .attempt = {"u", 2}, .sequence = 9, .job_id = 4, .host = "n1", .host_ip = "10.0.0.1"};
  report.reason = "DeadlineExceeded";
  report.containers = {{.name = "main",
                        .state = ContainerState::kTerminated,
                        .exit_code = 137,
                        .signal = 9,
                        .reason = "Error",
                        .started = time,
                        .finished = time,
                        .restarts = 1,
                        .last = Termination{.exit_code = 1, .reason = "Error", .finished = time}}};
  report.containers[0].usage = Usage{time, std::chrono::seconds(10), 250'000'000, 4096};
  report.containers[0].up = true;
  report.containers[0].ready = true;
  report.init_containers = {{.name = "init"}};
  report.ephemeral_containers = {{.name = "debug", .state = ContainerState::kRunning}};
  report.events = {{.sequence = 3, .time = time, .reason = "Started", .message = "m"}};
  const auto back = pod_report_from_json(*json::parse(json::write(to_json(report))));
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(to_json(*back), to_json(report));
  EXPECT_EQ(back->containers[0].started, time);
  ASSERT_TRUE(back->containers[0].last.has_value());
  EXPECT_EQ(back->containers[0].last->exit_code, 1);
  EXPECT_FALSE(back->init_containers[0].started.has_value());
  ASSERT_TRUE(back->containers[0].usage.has_value());
  EXPECT_EQ(back->containers[0].usage->cpu_nanocores, 250'000'000);
  EXPECT_FALSE(back->init_containers[0].usage.has_value());
  EXPECT_TRUE(back->containers[0].up && back->containers[0].ready);
  EXPECT_FALSE(back->init_containers[0].up || back->init_containers[0].ready);
  EXPECT_EQ(back->ephemeral_containers[0].name, "debug");
  EXPECT_EQ(back->events[0].sequence, 3);
}

TEST(PodReport, BadTextIsRefusedWithItsField) {
  EXPECT_FALSE(pod_report_from_json(json::Object{}).has_value());
  json::Value document = to_json(PodReport{.attempt = {"u", 1}, .containers = {{.name = "main"}}});
  document["containers"].array()[0]["state"] = "sleeping";
  const auto refused = pod_report_from_json(document);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("sleeping"), std::string::npos);
}

}  // namespace
}  // namespace sluice::pod
