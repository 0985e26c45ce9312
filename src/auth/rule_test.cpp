// SPDX-License-Identifier: Apache-2.0
#include "auth/rule.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::auth {
namespace {

Rule rule(std::string_view text) {
  return parse_rules(json::Array{json::parse(text).value()}).front();
}

Attributes resource(std::string verb, std::string group, std::string name,
                    std::string subresource = "") {
  return {.verb = std::move(verb),
          .is_resource = true,
          .group = std::move(group),
          .resource = std::move(name),
          .subresource = std::move(subresource)};
}

Attributes path(std::string verb, std::string path) {
  return {.verb = std::move(verb), .path = std::move(path)};
}

TEST(Rule, AllowsWhatItNames) {
  const Rule pods = rule(R"({"verbs":["get"],"apiGroups":[""],"resources":["pods","pods/log"]})");
  EXPECT_TRUE(allows(pods, resource("get", "", "pods")));
  EXPECT_TRUE(allows(pods, resource("get", "", "pods", "log")));
  EXPECT_FALSE(allows(pods, resource("get", "", "pods", "exec")));
  EXPECT_FALSE(allows(pods, resource("list", "", "pods")));
  EXPECT_FALSE(allows(pods, resource("get", "apps", "pods")));
  EXPECT_FALSE(allows(pods, path("get", "/pods")));
}

TEST(Rule, StarsStandForEverything) {
  const Rule all = rule(R"({"verbs":["*"],"apiGroups":["*"],"resources":["*"]})");
  EXPECT_TRUE(allows(all, resource("get", "x", "y", "z")));
  EXPECT_FALSE(allows(all, path("get", "/metrics")));
  const Rule scale = rule(R"({"verbs":["get"],"apiGroups":["*"],"resources":["*/scale"]})");
  EXPECT_TRUE(allows(scale, resource("get", "apps", "deployments", "scale")));
  EXPECT_FALSE(allows(scale, resource("get", "apps", "deployments")));
  EXPECT_FALSE(allows(scale, resource("get", "apps", "deployments", "upscale")));
}

TEST(Rule, ResourceNamesLimitIt) {
  const Rule one =
      rule(R"({"verbs":["get"],"apiGroups":[""],"resources":["pods"],"resourceNames":["a"]})");
  Attributes wanted = resource("get", "", "pods");
  EXPECT_FALSE(allows(one, wanted));
  wanted.name = "a";
  EXPECT_TRUE(allows(one, wanted));
  wanted.name = "b";
  EXPECT_FALSE(allows(one, wanted));
}

TEST(Rule, PathsMayEndInAStar) {
  const Rule paths = rule(R"({"verbs":["get"],"nonResourceURLs":["/healthz","/apis/*"]})");
  EXPECT_TRUE(allows(paths, path("get", "/healthz")));
  EXPECT_TRUE(allows(paths, path("get", "/apis/apps/v1")));
  EXPECT_FALSE(allows(paths, path("get", "/healthz/ping")));
  EXPECT_FALSE(allows(paths, path("get", "/apis")));
  EXPECT_FALSE(allows(paths, path("post", "/healthz")));
}

TEST(Rule, MissingRulesAreTheUncoveredPart) {
  const Rules owned = {rule(R"({"verbs":["get"],"apiGroups":[""],"resources":["pods"]})"),
                       rule(R"({"verbs":["*"],"apiGroups":["apps"],"resources":["*/scale"]})")};
  const Rules wanted = {
      rule(R"({"verbs":["get","list","watch"],"apiGroups":[""],"resources":["pods"]})"),
      rule(R"({"verbs":["get"],"apiGroups":["apps"],"resources":["deployments/scale"]})"),
      rule(R"({"verbs":["get"],"nonResourceURLs":["/metrics"]})")};
  EXPECT_EQ(describe_missing(missing_rules(owned, wanted)),
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\" \"watch\"]}\n"
            "{NonResourceURLs:[\"/metrics\"], Verbs:[\"get\"]}");
}

TEST(Rule, NamedObjectsDoNotCoverAllOfThem) {
  const Rules all = {rule(R"({"verbs":["get"],"apiGroups":[""],"resources":["pods"]})")};
  const Rules one = {
      rule(R"({"verbs":["get"],"apiGroups":[""],"resources":["pods"],"resourceNames":["a"]})")};
  EXPECT_TRUE(missing_rules(all, one).empty());
  EXPECT_FALSE(missing_rules(one, all).empty());
  EXPECT_TRUE(missing_rules(one, one).empty());
}

}  // namespace
}  // namespace sluice::auth
