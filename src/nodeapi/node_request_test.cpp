// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/node_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::nodeapi {
namespace {

using testing::ElementsAre;
using What = NodeRequest::What;

std::optional<NodeRequest> parse(const std::string& path) {
  return parse_node_request(http::parse_target(path).value());
}

TEST(NodeRequest, NamesPodAndContainer) {
  const auto logs = parse("/containerLogs/ns/p/c?follow=true");
  ASSERT_TRUE(logs.has_value());
  EXPECT_EQ(logs->what, What::kLogs);
  EXPECT_EQ(api::to_string(logs->pod), "ns/p");
  EXPECT_EQ(logs->container, "c");
  const auto exec = parse("/exec/ns/p/1234/c");
  ASSERT_TRUE(exec.has_value());
  EXPECT_EQ(exec->uid, "1234");
  EXPECT_EQ(exec->container, "c");
  EXPECT_EQ(parse("/portForward/ns/p")->what, What::kPortForward);
  EXPECT_EQ(parse("/portForward/ns/p/1234")->uid, "1234");
  EXPECT_EQ(parse("/pods/")->what, What::kPods);
}

TEST(NodeRequest, IsNothingElsewhere) {
  for (const char* path : {"/", "/exec", "/exec/ns/p", "/exec/ns//c", "/containerLogs/ns/p/u/c",
                           "/exec/ns/p/u/c/x", "/podsx", "/spec"}) {
    EXPECT_FALSE(parse(path).has_value()) << path;
  }
}

TEST(NodeRequest, TakesThePermissionsOfUpstreamsKubelet) {
  EXPECT_THAT(subresources_of("/exec/ns/p/c"), ElementsAre("proxy"));
  EXPECT_THAT(subresources_of("/stats/summary"), ElementsAre("stats"));
  EXPECT_THAT(subresources_of("/metrics/resource"), ElementsAre("metrics"));
  EXPECT_THAT(subresources_of("/pods"), ElementsAre("pods", "proxy"));
  EXPECT_THAT(subresources_of("/healthz"), ElementsAre("healthz", "proxy"));
  EXPECT_THAT(subresources_of("/podsx"), ElementsAre("proxy"));
  EXPECT_EQ(verb_of("GET"), "get");
  EXPECT_EQ(verb_of("POST"), "create");
  EXPECT_EQ(verb_of("DELETE"), "delete");
}

}  // namespace
}  // namespace sluice::nodeapi
