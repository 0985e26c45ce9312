// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_groups.h"

#include <gtest/gtest.h>

#include <memory>

#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

client::ObjectPtr parse(const std::string& text) {
  return std::make_shared<const client::Object>(json::parse(text).value());
}

client::ObjectPtr pod(const std::string& ip, const std::string& port, bool ending = false) {
  return parse(R"({"metadata":{"name":"p","namespace":"d","uid":")" + ip + "\"" +
               (ending ? R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")" : "") +
               R"(},"spec":{"containers":[{"ports":[{"name":"web","containerPort":)" + port +
               R"(}]}]},"status":{"phase":"Running","podIP":")" + ip +
               R"(","conditions":[{"type":"Ready","status":"True"}]}})");
}

std::string nowhere(const std::string&) {
  return "";
}

const char* const kService = R"({"metadata":{"name":"web"},"spec":{"ipFamilies":["IPv4"],
    "ports":[{"port":80,"protocol":"TCP","targetPort":"web"}]}})";

TEST(SliceGroups, PodsThatServeOtherPortsStandApart) {
  const auto groups = groups_of_pods(
      *parse(kService), {pod("10.0.0.1", "80"), pod("10.0.0.2", "81"), pod("10.0.0.3", "80")},
      nowhere);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].endpoints.size(), 2U);
  EXPECT_EQ(groups[1].endpoints.size(), 1U);
  EXPECT_EQ(groups[0].address_type, "IPv4");
}

TEST(SliceGroups, APodOnItsWayOutServesButIsNotReady) {
  const auto groups = groups_of_pods(*parse(kService), {pod("10.0.0.1", "80", true)}, nowhere);
  EXPECT_EQ(json::write(groups[0].endpoints[0].at("conditions")),
            R"({"ready":false,"serving":true,"terminating":true})");
}

TEST(SliceGroups, AnEndpointSaysItsNodeAndItsZone) {
  client::Object placed = *pod("10.0.0.1", "80");
  placed["spec"]["nodeName"] = "n";
  const auto groups = groups_of_pods(
      *parse(kService), {std::make_shared<const client::Object>(placed), pod("10.0.0.2", "80")},
      [](const std::string& node) { return "zone of " + node; });
  const auto& endpoints = groups[0].endpoints;
  EXPECT_EQ(endpoints[0].at("nodeName").as_string(), "n");
  EXPECT_EQ(endpoints[0].at("zone").as_string(), "zone of n");
  EXPECT_EQ(endpoints[1].find("zone"), nullptr);
}

TEST(SliceGroups, EveryFamilyHasAGroupEvenWithoutPods) {
  const auto groups =
      groups_of_pods(*parse(R"({"spec":{"ipFamilies":["IPv4","IPv6"],"ports":[]}})"), {}, nowhere);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[1].address_type, "IPv6");
  EXPECT_TRUE(groups[1].endpoints.empty());
}

TEST(SliceGroups, SubsetsAreMirroredByFamilyAndPorts) {
  const auto groups = groups_of_subsets(*parse(R"({"subsets":[{
      "addresses":[{"ip":"10.0.0.1","hostname":"a"},{"ip":"fd00::1"}],
      "notReadyAddresses":[{"ip":"10.0.0.2"}],
      "ports":[{"name":"x","port":80,"protocol":"TCP"}]}]})"));
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(json::write(json::Array(groups[0].endpoints)),
            R"([{"addresses":["10.0.0.1"],"conditions":{"ready":true},"hostname":"a"},)"
            R"({"addresses":["10.0.0.2"],"conditions":{"ready":false}}])");
  EXPECT_EQ(groups[1].address_type, "IPv6");
}

}  // namespace
}  // namespace sluice::controllers::endpoints
