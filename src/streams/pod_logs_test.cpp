// SPDX-License-Identifier: Apache-2.0
#include "streams/pod_logs.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::streams {
namespace {

json::Value pod(const std::string& spec, const std::string& status = "{}") {
  return json::parse(R"({"metadata":{"name":"p"},"spec":)" + spec + R"(,"status":)" + status + "}")
      .value();
}

Result<client::LogQuery> parse(const std::string& query) {
  return parse_log_query(http::parse_target("/log?" + query).value());
}

TEST(LogQuery, ReadsEveryParameter) {
  const auto query = parse(
      "container=c&follow=true&previous=false&timestamps=1&tailLines=0&limitBytes=5&"
      "sinceTime=2030-01-01T00:00:00Z");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->container, "c");
  EXPECT_TRUE(query->follow && query->timestamps && !query->previous);
  EXPECT_EQ(query->tail_lines, 0);
  EXPECT_EQ(query->limit_bytes, 5);
  EXPECT_EQ(query->since_seconds, std::nullopt);
  EXPECT_EQ(query->since_time, *parse_rfc3339("2030-01-01T00:00:00Z"));
}

TEST(LogQuery, RefusesBadParametersByName) {
  EXPECT_EQ(parse("tailLines=x").error().code, Code::kBadRequest);
  EXPECT_EQ(parse("sinceTime=yesterday").error().code, Code::kBadRequest);
  EXPECT_EQ(parse("tailLines=-1").error().causes.at(0).field, "tailLines");
  EXPECT_EQ(parse("limitBytes=0").error().code, Code::kInvalid);
  EXPECT_EQ(parse("sinceSeconds=1&sinceTime=2030-01-01T00:00:00Z").error().code, Code::kInvalid);
}

TEST(LogContainer, IsTheOnlyOneOrTheOneAskedFor) {
  const auto one = pod(R"({"containers":[{"name":"a"}],"initContainers":[{"name":"i"}]})");
  EXPECT_EQ(*choose_container(one, ""), "a");
  EXPECT_EQ(*choose_container(one, "i"), "i");
  EXPECT_EQ(choose_container(one, "x").error().message, "container x is not valid for pod p");
}

TEST(LogContainer, MustBeNamedWhenThereAreSeveral) {
  const auto two = pod(R"({"containers":[{"name":"a"},{"name":"b"}]})");
  EXPECT_EQ(choose_container(two, "").error().message,
            "a container name must be specified for pod p, choose one of: [a b]");
  const auto more =
      pod(R"({"containers":[{"name":"a"},{"name":"b"}],"initContainers":[{"name":"i"}]})");
  EXPECT_EQ(choose_container(more, "").error().message,
            "a container name must be specified for pod p, choose one of: [i a b]");
}

std::string unavailable(const std::string& status, bool previous = false) {
  const auto checked =
      check_log_available(pod("{}", status), {.container = "c", .previous = previous});
  return checked ? "" : checked.error().message;
}

TEST(LogAvailable, FollowsTheContainersState) {
  EXPECT_EQ(unavailable(R"({"phase":"Pending"})"),
            "container \"c\" in pod \"p\" is waiting to start: ContainerCreating");
  EXPECT_EQ(
      unavailable(R"({"containerStatuses":[{"name":"c","state":{"waiting":{"reason":"X"}}}]})"),
      "container \"c\" in pod \"p\" is waiting to start: X");
  EXPECT_EQ(unavailable(R"({"containerStatuses":[{"name":"c","state":{"running":{}}}]})"), "");
  EXPECT_EQ(unavailable(R"({"containerStatuses":[{"name":"c","state":{"terminated":{}}}]})"), "");
  EXPECT_EQ(unavailable(R"({"containerStatuses":[{"name":"c","state":{"running":{}}}]})", true),
            "previous terminated container \"c\" in pod \"p\" not found");
  EXPECT_EQ(unavailable(R"({"phase":"Running"})"), "container \"c\" in pod \"p\" is not available");
}

}  // namespace
}  // namespace sluice::streams
