// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(ServiceRules, CheckPorts) {
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"ports":[{"port":80}]}})"), "");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{}})"), "spec.ports: Required value");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"clusterIP":"None"}})"), "");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"ports":[{"port":80,"name":"a"},{"port":81}]}})"),
            "spec.ports[1].name: Required value");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"type":"Magic","ports":[{"port":80}]}})"),
            "spec.type: Unsupported value: \"Magic\": supported values: \"ClusterIP\", "
            "\"ExternalName\", \"LoadBalancer\", \"NodePort\"");
}

}  // namespace
}  // namespace sluice::api
