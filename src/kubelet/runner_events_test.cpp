// SPDX-License-Identifier: Apache-2.0
#include "kubelet/runner_events.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"
#include "runtime/miniature_client.h"

namespace sluice::kubelet {
namespace {

class RunnerEvents : public ::testing::Test {
 protected:
  static pod::PodEvent event(std::int64_t sequence, std::string_view time,
                             std::string reason = "Started", std::string container = "c") {
    return {.sequence = sequence,
            .time = *parse_rfc3339(time),
            .reason = std::move(reason),
            .message = "m" + std::to_string(sequence),
            .container = std::move(container)};
  }
  std::vector<client::ObjectPtr> written() {
    recorder_.request_stop();
    recorder_.await_stopped(SteadyTime::max());
    return client_.list(api::kinds::event(), {})->items;
  }

  json::Value pod_ = *json::parse(R"({"apiVersion":"v1","kind":"Pod",
      "metadata":{"name":"p","namespace":"ns","uid":"u"},
      "spec":{"initContainers":[{"name":"i"}],"containers":[{"name":"c"}],
        "ephemeralContainers":[{"name":"e"}]},
      "status":{"conditions":[{"type":"Ready","lastTransitionTime":"2030-01-01T00:00:05Z"}],
        "containerStatuses":[{"state":{"running":{"startedAt":"2030-01-01T00:00:07Z"}}}]}})");
  FakeClock clock_;
  runtime::MiniatureClient client_;
  runtime::EventRecorder recorder_{client_, clock_, "kubelet"};
  PodRecord record_;
};

TEST_F(RunnerEvents, EachIsToldOnceAndNamesItsContainer) {
  record_.report.emplace();
  record_.report->events = {event(1, "2030-01-01T00:00:01Z"),
                            event(2, "2030-01-01T00:00:02Z", "DeadlineExceeded", "")};
  tell_runner_events(pod_, record_, recorder_);
  tell_runner_events(pod_, record_, recorder_);
  record_.report->events.push_back(event(5, "2030-01-01T00:00:03Z"));
  tell_runner_events(pod_, record_, recorder_);
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 3u);
  for (const auto& one : events) {
    EXPECT_EQ(one->at("count").as_int(), 1);
    const bool of_pod = one->at("reason").as_string() == "DeadlineExceeded";
    EXPECT_EQ(one->at("involvedObject", "fieldPath").as_string(),
              of_pod ? "" : "spec.containers{c}");
  }
}

TEST_F(RunnerEvents, AfterARestartOnlyWhatTheStatusDoesNotShowIsTold) {
  record_.events_told.reset();
  record_.report.emplace();
  record_.report->events = {event(3, "2030-01-01T00:00:04Z"), event(4, "2030-01-01T00:00:07.5Z"),
                            event(5, "2030-01-01T00:00:09Z")};
  EXPECT_EQ(told_before(pod_, record_.report->events), 4);
  tell_runner_events(pod_, record_, recorder_);
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]->at("message").as_string(), "m5");
}

TEST_F(RunnerEvents, WithoutAnyThereIsNothingToTell) {
  tell_runner_events(pod_, record_, recorder_);
  record_.report.emplace();
  record_.events_told.reset();
  tell_runner_events(pod_, record_, recorder_);
  EXPECT_FALSE(record_.events_told.has_value());
}

TEST_F(RunnerEvents, PathsFollowTheKindOfContainer) {
  EXPECT_EQ(container_path(pod_, "i"), "spec.initContainers{i}");
  EXPECT_EQ(container_path(pod_, "e"), "spec.ephemeralContainers{e}");
  EXPECT_EQ(container_path(pod_, "none"), "");
}

}  // namespace
}  // namespace sluice::kubelet
