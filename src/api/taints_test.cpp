// SPDX-License-Identifier: Apache-2.0
#include "api/taints.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

TEST(Taints, AreToleratedByKeyValueAndEffect) {
  const json::Value taint = of(R"({"key":"k","value":"v","effect":"NoExecute"})");
  EXPECT_TRUE(tolerates(of(R"({"key":"k","value":"v"})"), taint));
  EXPECT_TRUE(tolerates(of(R"({"key":"k","operator":"Exists","effect":"NoExecute"})"), taint));
  EXPECT_TRUE(tolerates(of(R"({"operator":"Exists"})"), taint));
  EXPECT_FALSE(tolerates(of(R"({"key":"k","value":"w"})"), taint));
  EXPECT_FALSE(tolerates(of(R"({"key":"k","operator":"Exists","effect":"NoSchedule"})"), taint));
  EXPECT_FALSE(tolerates(of("{}"), taint));
}

std::string waits(std::string_view tolerations) {
  const json::Value node = of(R"({"spec":{"taints":[{"key":"a","effect":"NoExecute"},
      {"key":"b","effect":"NoExecute"},{"key":"c","effect":"NoSchedule"}]}})");
  json::Value pod;
  pod["spec"]["tolerations"] = of(tolerations);
  const auto time = patience(pod, node);
  return time ? std::to_string(std::chrono::duration_cast<std::chrono::seconds>(*time).count())
              : "for ever";
}

TEST(Taints, TheShortestTolerationCounts) {
  EXPECT_EQ(waits("[]"), "0");
  EXPECT_EQ(waits(R"([{"key":"a","operator":"Exists"}])"), "0");
  EXPECT_EQ(waits(R"([{"operator":"Exists"}])"), "for ever");
  EXPECT_EQ(waits(R"([{"key":"a","operator":"Exists","tolerationSeconds":9},
                      {"key":"b","operator":"Exists","tolerationSeconds":5}])"),
            "5");
  EXPECT_EQ(waits(R"([{"operator":"Exists","tolerationSeconds":-5}])"), "0");
}

}  // namespace
}  // namespace sluice::api
