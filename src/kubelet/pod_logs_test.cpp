// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_logs.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

json::Value pod(std::string_view containers) {
  json::Value object;
  object["metadata"]["name"] = "p";
  object["spec"]["containers"] = *json::parse(containers);
  object["spec"]["initContainers"] = *json::parse(R"([{"name":"init"}])");
  object["spec"]["ephemeralContainers"] = *json::parse(R"([{"name":"debug"}])");
  return object;
}

TEST(ChooseContainer, TheOnlyOneNeedsNoName) {
  EXPECT_EQ(*choose_container(pod(R"([{"name":"a"}])"), ""), "a");
  EXPECT_EQ(*choose_container(pod(R"([{"name":"a"},{"name":"b"}])"), "b"), "b");
  EXPECT_EQ(*choose_container(pod(R"([{"name":"a"}])"), "init"), "init");
  EXPECT_EQ(*choose_container(pod(R"([{"name":"a"}])"), "debug"), "debug");
}

TEST(ChooseContainer, AnythingElseIsABadRequestThatSaysWhy) {
  const auto which = choose_container(pod(R"([{"name":"a"},{"name":"b"}])"), "");
  ASSERT_FALSE(which.has_value());
  EXPECT_EQ(which.error().code, Code::kBadRequest);
  EXPECT_EQ(which.error().message,
            "a container name must be specified for pod p, choose one of: [a b]");
  const auto unknown = choose_container(pod(R"([{"name":"a"}])"), "x");
  EXPECT_EQ(unknown.error().message, "container x is not valid for pod p");
}

}  // namespace
}  // namespace sluice::kubelet
