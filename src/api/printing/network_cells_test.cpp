// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(NetworkCells, OfEndpointsAndSlices) {
  const json::Value slice = parse(R"({"ports":[{"port":80},{"name":"x"},{}],
    "endpoints":[{"addresses":["1","2"]},{"addresses":["3","4"]}]})");
  EXPECT_EQ(slice_ports(slice, {}), json::Value("80,x,*"));
  EXPECT_EQ(slice_addresses(slice, {}), json::Value("1,2,3 + 1 more..."));
  EXPECT_EQ(slice_ports(parse("{}"), {}), json::Value("<unset>"));
  EXPECT_EQ(endpoint_addresses(parse(R"({"subsets":[{"addresses":[{"ip":"::1"},{"ip":"1.2.3.4"}],
              "ports":[{"port":80}]}]})"),
                               {}),
            json::Value("[::1]:80,1.2.3.4:80"));
  EXPECT_EQ(endpoint_addresses(parse("{}"), {}), json::Value("<none>"));
}

TEST(NetworkCells, OfIngresses) {
  const json::Value ingress = parse(R"({"spec":{"rules":[{"host":"a"},{"host":"b"}],"tls":[{}]},
    "status":{"loadBalancer":{"ingress":[{"hostname":"h"},{"ip":"1.2.3.4"}]}}})");
  EXPECT_EQ(ingress_hosts(ingress, {}), json::Value("a,b"));
  EXPECT_EQ(ingress_address(ingress, {}), json::Value("1.2.3.4,h"));
  EXPECT_EQ(ingress_ports(ingress, {}), json::Value("80, 443"));
  EXPECT_EQ(ingress_hosts(parse("{}"), {}), json::Value("*"));
  EXPECT_EQ(ingress_parameters(parse(R"({"spec":{"parameters":{"apiGroup":"g","kind":"K",
              "name":"n"}}})"),
                               {}),
            json::Value("K.g/n"));
}

TEST(NetworkCells, NameTheParentOfAnAddress) {
  EXPECT_EQ(address_parent(parse(R"({"spec":{"parentRef":{"resource":"services","namespace":"n",
              "name":"s"}}})"),
                           {}),
            json::Value("services/n/s"));
}

}  // namespace
}  // namespace sluice::api::cells
