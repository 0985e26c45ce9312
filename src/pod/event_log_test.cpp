// SPDX-License-Identifier: Apache-2.0
#include "pod/event_log.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(EventLog, WhatIsSaidAgainTakesItsOldPlace) {
  FakeClock clock;
  EventLog log(clock);
  log.add({.warning = true, .reason = "Unhealthy", .message = "a", .container = "c"});
  log.add({.reason = "Started", .message = "b", .container = "c"});
  clock.advance(std::chrono::seconds(1));
  log.add({.warning = true, .reason = "Unhealthy", .message = "a", .container = "c"});
  ASSERT_EQ(log.events().size(), 2u);
  EXPECT_EQ(log.events()[0].reason, "Started");
  EXPECT_EQ(log.events()[1].sequence, 3);
  EXPECT_EQ(log.events()[1].time, clock.now());
}

TEST(EventLog, TheOldestGoFirst) {
  FakeClock clock;
  EventLog log(clock);
  for (std::size_t i = 0; i < EventLog::kMost + 5; ++i) {
    log.add({.reason = "R", .message = std::to_string(i)});
  }
  ASSERT_EQ(log.events().size(), EventLog::kMost);
  EXPECT_EQ(log.events().front().message, "5");
}

TEST(PodEvents, SurviveTheWayThroughJson) {
  FakeClock clock;
  EventLog log(clock);
  log.add({.warning = true, .reason = "Unhealthy", .message = "a", .container = "c"});
  const auto back = pod_events_from_json(to_json(log.events()));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(to_json(*back), to_json(log.events()));
  EXPECT_FALSE(pod_events_from_json(json::Array{json::Object{}}).has_value());
}

}  // namespace
}  // namespace sluice::pod
