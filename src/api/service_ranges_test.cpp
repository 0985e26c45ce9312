// SPDX-License-Identifier: Apache-2.0
#include "api/service_ranges.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

const json::Value kRange =
    *json::parse(R"({"spec":{"cidrs":["10.0.0.0/16","fd00::/112","nonsense"]}})");

TEST(ServiceRanges, AddressesOfBothFamiliesAreFound) {
  EXPECT_TRUE(range_has_address(kRange, "10.0.255.255"));
  EXPECT_TRUE(range_has_address(kRange, "fd00::1"));
  EXPECT_FALSE(range_has_address(kRange, "10.1.0.0"));
  EXPECT_FALSE(range_has_address(kRange, "nonsense"));
}

TEST(ServiceRanges, ANetworkLiesInsideAsAWholeOrNot) {
  EXPECT_TRUE(range_has_network(kRange, "10.0.3.0/24"));
  EXPECT_TRUE(range_has_network(kRange, "10.0.0.0/16"));
  EXPECT_FALSE(range_has_network(kRange, "10.0.0.0/8"));
  EXPECT_FALSE(range_has_network(kRange, "fd00::/64"));
}

TEST(ServiceRanges, OneThatGoesOrIsNotReadyIsNotUsed) {
  json::Value range = kRange;
  EXPECT_TRUE(is_range_in_use(range));
  range["status"] = *json::parse(R"({"conditions":[{"type":"Ready","status":"False"}]})");
  EXPECT_FALSE(is_range_in_use(range));
  range["status"] = *json::parse(R"({"conditions":[{"type":"Ready","status":"True"}]})");
  EXPECT_TRUE(is_range_in_use(range));
  range["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  EXPECT_FALSE(is_range_in_use(range));
}

}  // namespace
}  // namespace sluice::api
