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

TEST(JobCells, CountCompletions) {
  EXPECT_EQ(job_completions(parse(R"({"spec":{"completions":3},"status":{"succeeded":1}})"), kNow),
            json::Value("1/3"));
  EXPECT_EQ(job_completions(parse(R"({"spec":{"parallelism":4}})"), kNow), json::Value("0/1 of 4"));
  EXPECT_EQ(job_completions(parse(R"({"spec":{"parallelism":1}})"), kNow), json::Value("0/1"));
}

TEST(JobCells, ShowStateAndRunningTime) {
  EXPECT_EQ(job_status(json::Value(), kNow), json::Value("Running"));
  EXPECT_EQ(
      job_status(parse(R"({"status":{"conditions":[{"type":"Failed","status":"True"}]}})"), kNow),
      json::Value("Failed"));
  EXPECT_EQ(job_status(parse(R"({"status":{"conditions":[{"type":"Suspended","status":"True"}]}})"),
                       kNow),
            json::Value("Suspended"));
  EXPECT_EQ(job_duration(json::Value(), kNow), json::Value(""));
  EXPECT_EQ(job_duration(parse(R"({"status":{"startTime":"1970-01-01T00:59:00Z"}})"), kNow),
            json::Value("60s"));
}

}  // namespace
}  // namespace sluice::api::cells
