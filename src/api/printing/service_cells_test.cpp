// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

constexpr WallTime kNow = WallTime{} + std::chrono::hours(1);

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(ServiceCells, ShowAddressesAndPorts) {
  const json::Value balanced = parse(R"({"spec":{"type":"LoadBalancer"},
    "status":{"loadBalancer":{"ingress":[{"ip":"1.1.1.1"},{"hostname":"h"}]}}})");
  EXPECT_EQ(service_external_ip(balanced, kNow), json::Value("1.1.1.1,h"));
  EXPECT_EQ(service_external_ip(parse(R"({"spec":{"type":"LoadBalancer"}})"), kNow),
            json::Value("<pending>"));
  EXPECT_EQ(
      service_external_ip(parse(R"({"spec":{"type":"ExternalName","externalName":"x.y"}})"), kNow),
      json::Value("x.y"));
  EXPECT_EQ(service_cluster_ip(json::Value(), kNow), json::Value("<none>"));
  EXPECT_EQ(service_ports(parse(R"({"spec":{"ports":[{"port":80,"protocol":"TCP"},
    {"port":53,"nodePort":30053,"protocol":"UDP"}]}})"),
                          kNow),
            json::Value("80/TCP,53:30053/UDP"));
  EXPECT_EQ(service_selector(parse(R"({"spec":{"selector":{"b":"2","a":"1"}}})"), kNow),
            json::Value("a=1,b=2"));
}

}  // namespace
}  // namespace sluice::api::cells
