// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(ResourceRules, RequestsStayBelowLimits) {
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","resources":
    {"requests":{"cpu":"2"},"limits":{"cpu":"1"}}}]})"),
            "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or "
            "equal to cpu limit of 1");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","resources":
    {"requests":{"memory":"-1"}}}]})"),
            "spec.containers[0].resources.requests[memory]: Invalid value: \"-1\": must be greater "
            "than or equal to 0");
}

}  // namespace
}  // namespace sluice::api
