// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr const char* kJob = R"({"spec":{"template":{"spec":{"restartPolicy":"Never",
  "containers":[{"name":"a","image":"i"}]}}}})";

TEST(JobRules, DemandARestartPolicyThatEnds) {
  EXPECT_EQ(faults(kinds::job(), kJob), "");
  EXPECT_EQ(faults(kinds::job(),
                   R"({"spec":{"template":{"spec":{"containers":[{"name":"a","image":"i"}]}}}})"),
            "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", "
            "\"Never\"");
}

TEST(JobRules, RefuseNegativeCounts) {
  EXPECT_EQ(faults(kinds::job(), R"({"spec":{"parallelism":-1,"backoffLimit":-2,
    "template":{"spec":{"restartPolicy":"Never","containers":[{"name":"a","image":"i"}]}}}})"),
            "[spec.parallelism: Invalid value: -1: must be greater than or equal to 0, "
            "spec.backoffLimit: Invalid value: -2: must be greater than or equal to 0]");
}

TEST(JobRules, TemplateAndCompletionsAreImmutable) {
  const json::Value old = created(kinds::job(), kJob);
  json::Value job = old;
  job["spec"]["parallelism"] = 4;
  EXPECT_TRUE(validate_update(kinds::job(), job, old).has_value());
  job["spec"]["completions"] = 5;
  EXPECT_EQ(reasons(validate_update(kinds::job(), job, old)),
            "spec.completions: Invalid value: 5: field is immutable");
  json::Value other = old;
  other["spec"]["template"]["spec"]["containers"].array()[0]["image"] = "j";
  EXPECT_FALSE(validate_update(kinds::job(), other, old).has_value());
}

}  // namespace
}  // namespace sluice::api
