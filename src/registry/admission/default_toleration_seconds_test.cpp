// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string admitted(const std::string& tolerations) {
  TestCluster cluster;
  json::Value pod = json_of(R"({"spec":{"tolerations":)" + tolerations + "}}");
  Attributes request = creation(api::kinds::pod(), pod);
  EXPECT_TRUE(default_toleration_seconds(*cluster.store, request).has_value());
  std::string keys;
  for (const json::Value& toleration : pod.at("spec", "tolerations").as_array()) {
    keys += toleration.at("key").as_string() + ":" +
            std::to_string(toleration.at("tolerationSeconds").as_int()) + " ";
  }
  return keys;
}

TEST(DefaultTolerationSeconds, APodStaysFiveMinutesOnATroubledNode) {
  EXPECT_EQ(admitted("[]"), "node.kubernetes.io/not-ready:300 node.kubernetes.io/unreachable:300 ");
}

TEST(DefaultTolerationSeconds, WhatThePodSaysItselfCounts) {
  EXPECT_EQ(admitted(R"([{"key":"node.kubernetes.io/not-ready","effect":"NoExecute",
                          "tolerationSeconds":7}])"),
            "node.kubernetes.io/not-ready:7 node.kubernetes.io/unreachable:300 ");
  EXPECT_EQ(admitted(R"([{"operator":"Exists"}])"), ":0 ");
}

TEST(DefaultTolerationSeconds, AnotherEffectIsAnotherMatter) {
  EXPECT_EQ(admitted(R"([{"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}])"),
            "node.kubernetes.io/not-ready:0 node.kubernetes.io/not-ready:300 "
            "node.kubernetes.io/unreachable:300 ");
}

}  // namespace
}  // namespace sluice::registry
