// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/pod_term.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

const json::Value kWeb = parse(R"({"app":"web"})");
const json::Value kTeamA = parse(R"({"team":"a"})");

TEST(PodTerm, IsAboutThePodsOwnNamespaceUnlessItNamesOthers) {
  const PodTerm own = pod_term(
      parse(R"({"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}}})"), "default");
  EXPECT_EQ(own.topology_key, "zone");
  EXPECT_TRUE(own.matches("default", kTeamA, kWeb));
  EXPECT_FALSE(own.matches("other", kTeamA, kWeb));
  EXPECT_FALSE(own.matches("default", kTeamA, parse(R"({"app":"db"})")));
  const PodTerm named =
      pod_term(parse(R"({"namespaces":["other"],"labelSelector":{}})"), "default");
  EXPECT_TRUE(named.matches("other", kTeamA, kWeb));
  EXPECT_FALSE(named.matches("default", kTeamA, kWeb));
}

TEST(PodTerm, NamespacesCanBeSelectedByTheirLabels) {
  const PodTerm some = pod_term(
      parse(R"({"namespaceSelector":{"matchLabels":{"team":"a"}},"labelSelector":{}})"), "default");
  EXPECT_TRUE(some.matches("x", kTeamA, kWeb));
  EXPECT_FALSE(some.matches("default", json::Value::null(), kWeb));
  const PodTerm all = pod_term(parse(R"({"namespaceSelector":{},"labelSelector":{}})"), "default");
  EXPECT_TRUE(all.matches("x", json::Value::null(), kWeb));
}

TEST(PodTerm, WithoutASelectorItIsAboutNoPod) {
  EXPECT_FALSE(pod_term(parse("{}"), "default").matches("default", kTeamA, kWeb));
  EXPECT_FALSE(pods_in("default", json::Value::null(), "zone").matches("default", kTeamA, kWeb));
  EXPECT_TRUE(pods_in("default", parse("{}"), "zone").matches("default", kTeamA, kWeb));
}

TEST(PodTerm, TermsAboutTheSamePodsAreKnownAsSuch) {
  const auto term = [](const char* text) { return pod_term(parse(text), "default").pods; };
  EXPECT_EQ(term(R"({"topologyKey":"a","labelSelector":{}})"),
            term(R"({"topologyKey":"b","labelSelector":{}})"));
  EXPECT_NE(term(R"({"labelSelector":{}})"), term("{}"));
  EXPECT_NE(term(R"({"labelSelector":{}})"), term(R"({"labelSelector":{},"namespaces":["x"]})"));
}

}  // namespace
}  // namespace sluice::controllers::scheduler
