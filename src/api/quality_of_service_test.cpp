// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/strategy.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(QualityOfService, FollowsRequestsAndLimits) {
  const auto qos = [](const char* resources) {
    json::Value pod;
    json::Value container = json::Object{{"resources", parse(resources)}};
    pod["spec"]["containers"].array().push_back(container);
    return std::string(quality_of_service(pod));
  };
  EXPECT_EQ(qos("{}"), "BestEffort");
  EXPECT_EQ(qos(R"({"requests":{"cpu":"1"}})"), "Burstable");
  EXPECT_EQ(qos(R"({"limits":{"cpu":"1","memory":"1Gi"}})"), "Guaranteed");
  EXPECT_EQ(qos(R"({"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m"}})"), "Burstable");
  EXPECT_EQ(qos(R"({"limits":{"cpu":"1"}})"), "Burstable");
}

}  // namespace
}  // namespace sluice::api
