// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/service_pods.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

json::Value parse(std::string_view text) {
  return json::parse(text).value();
}

TEST(ServicePods, AServiceFollowsPodsWhenItSelectsSome) {
  EXPECT_TRUE(follows_pods(parse(R"({"spec":{"selector":{"app":"web"}}})")));
  EXPECT_FALSE(follows_pods(parse(R"({"spec":{}})")));
  EXPECT_FALSE(follows_pods(parse(R"({"spec":{"type":"ExternalName","selector":{"app":"web"}}})")));
}

TEST(ServicePods, AllLabelsOfTheSelectorMustMatch) {
  const auto service = parse(R"({"spec":{"selector":{"app":"web","tier":"a"}}})");
  EXPECT_TRUE(selects(service, parse(R"({"metadata":{"labels":{"app":"web","tier":"a"}}})")));
  EXPECT_FALSE(selects(service, parse(R"({"metadata":{"labels":{"app":"web"}}})")));
}

TEST(ServicePods, AnAddressIsOfTheFamilyAskedFor) {
  const auto pod = parse(R"({"status":{"podIP":"10.0.0.1","podIPs":[{"ip":"10.0.0.1"},
                             {"ip":"fd00::1"}]}})");
  EXPECT_EQ(address(pod, "IPv4"), "10.0.0.1");
  EXPECT_EQ(address(pod, "IPv6"), "fd00::1");
  EXPECT_EQ(address(parse(R"({"status":{"podIP":"10.0.0.1"}})"), "IPv6"), "");
}

TEST(ServicePods, FinishedPodsAndThoseWithoutAddressAreNotReachable) {
  EXPECT_TRUE(is_reachable(parse(R"({"status":{"phase":"Running","podIP":"10.0.0.1"}})")));
  EXPECT_FALSE(is_reachable(parse(R"({"status":{"phase":"Failed","podIP":"10.0.0.1"}})")));
  EXPECT_FALSE(is_reachable(parse(R"({"status":{"phase":"Running"}})")));
}

TEST(ServicePods, NamedPortsAreLookedUpInThePod) {
  const auto service = parse(R"({"spec":{"ports":[
      {"name":"http","port":80,"protocol":"TCP","targetPort":"web","appProtocol":"http"},
      {"name":"fixed","port":81,"protocol":"TCP","targetPort":8081},
      {"name":"dns","port":53,"protocol":"UDP","targetPort":"web"}]}})");
  const auto pod = parse(R"({"spec":{"containers":[{"ports":[
      {"name":"web","containerPort":8080}]}]}})");
  EXPECT_EQ(json::write(ports(service, pod)),
            R"([{"name":"http","port":8080,"protocol":"TCP","appProtocol":"http"},)"
            R"({"name":"fixed","port":8081,"protocol":"TCP"}])");
}

TEST(ServicePods, OfInitContainersOnlySidecarsServe) {
  const auto service =
      parse(R"({"spec":{"ports":[{"port":80,"protocol":"TCP","targetPort":"web"}]}})");
  const auto pod = [](const std::string& policy) {
    return parse(R"({"spec":{"initContainers":[{)" + policy +
                 R"("ports":[{"name":"web","containerPort":8080,"protocol":"TCP"}]}]}})");
  };
  EXPECT_TRUE(ports(service, pod("")).empty());
  EXPECT_EQ(ports(service, pod(R"("restartPolicy":"Always",)")).size(), 1U);
}

TEST(ServicePods, AHostNameCountsUnderItsOwnService) {
  const auto pod = parse(R"({"spec":{"hostname":"db-0","subdomain":"db"}})");
  EXPECT_EQ(host_name(parse(R"({"metadata":{"name":"db"}})"), pod), "db-0");
  EXPECT_EQ(host_name(parse(R"({"metadata":{"name":"other"}})"), pod), "");
}

}  // namespace
}  // namespace sluice::controllers::endpoints
