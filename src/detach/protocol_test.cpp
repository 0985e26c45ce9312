// SPDX-License-Identifier: Apache-2.0
#include "detach/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::detach {
namespace {

using testing::HasSubstr;

json::Value parsed(const std::string& text) {
  return *json::parse(text);
}

const WallTime kThen{std::chrono::seconds(1'900'000'000)};

TEST(DetachProtocol, WhatIsWrittenIsRead) {
  const Order order{.mode = Mode::kForced,
                    .jobs = JobsEnd::kFail,
                    .deadline = std::chrono::minutes(5),
                    .despite_others = true};
  EXPECT_EQ(*read_order(to_json(order)), order);
  EXPECT_EQ(*read_order(json::Object{}), Order{});
  const Progress progress{
      .phase = Phase::kWaiting, .jobs_left = 3, .last_end = kThen, .message = "3 jobs"};
  EXPECT_EQ(*read_progress(to_json(progress)), progress);
  const std::vector<NodeView> nodes{
      {.name = "w-1", .state = "MIXED+DRAIN", .reason = "why", .jobs = 2, .last_end = kThen},
      {.name = "w-2", .state = "IDLE"}};
  EXPECT_EQ(*read_nodes(to_json(nodes)), nodes);
}

TEST(DetachProtocol, WhatIsWrongIsNamed) {
  for (const auto& [text, field] : std::vector<std::pair<std::string, std::string>>{
           {R"([])", "body: an object"},
           {R"({"mode":"soft"})", R"(mode: "graceful" or "forced")"},
           {R"({"jobs":1})", "jobs: "},
           {R"({"deadlineSeconds":-1})", "deadlineSeconds: "},
           {R"({"deadlineSeconds":9000000000000})", "deadlineSeconds: at most"},
           {R"({"despiteOthers":"yes"})", "despiteOthers: true or false"}}) {
    const auto order = read_order(parsed(text));
    ASSERT_FALSE(order.has_value()) << text;
    EXPECT_THAT(order.error().message, HasSubstr(field));
  }
  EXPECT_THAT(read_progress(parsed(R"({})")).error().message, HasSubstr("phase"));
  EXPECT_THAT(read_progress(parsed(R"({"phase":"Waiting","lastEnd":"soon"})")).error().message,
              HasSubstr("lastEnd"));
  EXPECT_THAT(read_nodes(parsed(R"({"nodes":[{"state":"IDLE"}]})")).error().message,
              HasSubstr("nodes.name"));
}

}  // namespace
}  // namespace sluice::detach
