// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/defaults.h"
#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value pod_with(const char* spec) {
  json::Value pod = json::parse(R"({"metadata":{"name":"p","namespace":"default"}})").value();
  pod["spec"] = json::parse(spec).value();
  apply_defaults(kinds::pod(), pod);
  return pod;
}

std::string faults(const char* spec) {
  const auto result = validate_create(kinds::pod(), pod_with(spec));
  return reasons(result);
}

TEST(ResourceRules, RequestsStayBelowLimits) {
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i","resources":
    {"requests":{"cpu":"2"},"limits":{"cpu":"1"}}}]})"),
            "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or "
            "equal to cpu limit of 1");
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i","resources":
    {"requests":{"memory":"-1"}}}]})"),
            "spec.containers[0].resources.requests[memory]: Invalid value: \"-1\": must be greater "
            "than or equal to 0");
}

}  // namespace
}  // namespace sluice::api
