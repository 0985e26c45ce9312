// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

constexpr WallTime kNow = WallTime{} + std::chrono::hours(1);

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(EventCells, PreferTheSeriesAndFallBackToTheEventTime) {
  const json::Value series = parse(R"({"series":{"count":7,
    "lastObservedTime":"1970-01-01T00:59:55.000000Z"},"lastTimestamp":"1970-01-01T00:00:00Z"})");
  EXPECT_EQ(event_last_seen(series, kNow), json::Value("5s"));
  EXPECT_EQ(event_count(series, kNow), json::Value(7));
  const json::Value single = parse(R"({"eventTime":"1970-01-01T00:59:50.000000Z",
    "reportingComponent":"r","source":{"host":"h"}})");
  EXPECT_EQ(event_last_seen(single, kNow), json::Value("10s"));
  EXPECT_EQ(event_first_seen(single, kNow), json::Value("10s"));
  EXPECT_EQ(event_count(single, kNow), json::Value(1));
  EXPECT_EQ(event_source(single, kNow), json::Value("r, h"));
  EXPECT_EQ(event_last_seen(json::Value(), kNow), json::Value("<unknown>"));
}

}  // namespace
}  // namespace sluice::api::cells
