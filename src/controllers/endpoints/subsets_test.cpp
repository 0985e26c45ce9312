// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/subsets.h"

#include <gtest/gtest.h>

#include <memory>

#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

client::ObjectPtr parse(const std::string& text) {
  return std::make_shared<const client::Object>(json::parse(text).value());
}

client::ObjectPtr pod(const std::string& ip, bool ready, const std::string& more = "") {
  return parse(R"({"metadata":{"namespace":"d","name":"p","uid":")" + ip + "\"" + more +
               R"(},"spec":{"nodeName":"n"},"status":{"phase":"Running","podIP":")" + ip +
               R"(","conditions":[{"type":"Ready","status":")" + (ready ? "True" : "False") +
               R"("}]}})");
}

const char* const kService = R"({"metadata":{"name":"web"},"spec":{"selector":{"app":"web"},
    "ports":[{"port":80,"protocol":"TCP","targetPort":8080}]}})";
const char* const kEnding = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")";

TEST(Subsets, ReadyAndUnreadyPodsStandApartInTheOrderOfTheirAddresses) {
  const auto found = subsets(
      *parse(kService), {pod("10.0.0.2", true), pod("10.0.0.3", false), pod("10.0.0.1", true)});
  ASSERT_EQ(found.subsets.size(), 1U);
  const json::Value& subset = found.subsets[0];
  ASSERT_EQ(subset.at("addresses").as_array().size(), 2U);
  EXPECT_EQ(json::write(subset.at("addresses").as_array()[0]),
            R"({"ip":"10.0.0.1","nodeName":"n","targetRef":{"kind":"Pod","namespace":"d",)"
            R"("name":"p","uid":"10.0.0.1"}})");
  EXPECT_EQ(subset.at("notReadyAddresses").as_array().size(), 1U);
  EXPECT_EQ(json::write(subset.at("ports")), R"([{"port":8080,"protocol":"TCP"}])");
}

TEST(Subsets, APodOnItsWayOutIsLeftOutUnlessUnreadyOnesArePublished) {
  const std::vector<client::ObjectPtr> pods{pod("10.0.0.1", false, kEnding)};
  EXPECT_TRUE(subsets(*parse(kService), pods).subsets.empty());
  client::Object service = *parse(kService);
  service["spec"]["publishNotReadyAddresses"] = true;
  EXPECT_EQ(subsets(service, pods).subsets[0].at("addresses").as_array().size(), 1U);
}

TEST(Subsets, AHeadlessServiceNeedsNoPorts) {
  const std::vector<client::ObjectPtr> pods{pod("10.0.0.1", true)};
  EXPECT_EQ(subsets(*parse(R"({"spec":{"clusterIP":"None"}})"), pods).subsets.size(), 1U);
  EXPECT_TRUE(subsets(*parse(R"({"spec":{"clusterIP":"10.96.0.9"}})"), pods).subsets.empty());
}

TEST(Subsets, NoMoreThanAThousandAddressesAndReadyOnesFirst) {
  std::vector<client::ObjectPtr> pods;
  for (int i = 0; i < 1002; ++i) {
    pods.push_back(pod("10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250), i >= 10));
  }
  const auto found = subsets(*parse(kService), pods);
  EXPECT_TRUE(found.truncated);
  EXPECT_EQ(found.subsets[0].at("addresses").as_array().size(), 992U);
  EXPECT_EQ(found.subsets[0].at("notReadyAddresses").as_array().size(), 8U);
  EXPECT_FALSE(subsets(*parse(kService), {pods.front()}).truncated);
}

}  // namespace
}  // namespace sluice::controllers::endpoints
