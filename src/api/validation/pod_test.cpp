// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

TEST(PodRules, AcceptAnOrdinaryPod) {
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","volumeMounts":[{"name":"v",
    "mountPath":"/v"}],"env":[{"name":"A","value":"b"}],"ports":[{"containerPort":80}],
    "resources":{"requests":{"cpu":"1"},"limits":{"cpu":"1"}}}],
    "volumes":[{"name":"v","emptyDir":{}}]})"),
            "");
}

TEST(PodRules, CheckWordsRangesAndReferences) {
  EXPECT_EQ(pod_faults(R"({"restartPolicy":"Sometimes","containers":[{"name":"a","image":"i"}]})"),
            "spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", "
            "\"OnFailure\", \"Never\"");
  EXPECT_EQ(pod_faults(R"({"activeDeadlineSeconds":0,"containers":[{"name":"a","image":"i"}]})"),
            "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, "
            "inclusive");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","volumeMounts":[{"name":"v",
    "mountPath":"/v"}]}]})"),
            "spec.containers[0].volumeMounts[0].name: Not found: \"v\"");
  EXPECT_EQ(
      pod_faults(R"({"containers":[{"name":"a","image":"i","ports":[{"containerPort":70000}]}]})"),
      "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and "
      "65535, inclusive");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","env":[{"name":"a=b"}]}]})")
                .substr(0, 35),
            "spec.containers[0].env[0].name: Inv");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i"}],"volumes":[{"name":"v"}]})"),
            "");
}

TEST(PodRules, AnUpdateMayChangeOnlyAFewFields) {
  const json::Value old = pod_with(R"({"containers":[{"name":"a","image":"i:1"}]})");
  json::Value pod = old;
  pod["spec"]["containers"].array()[0]["image"] = "i:2";
  pod["spec"]["activeDeadlineSeconds"] = 5;
  pod["metadata"]["labels"]["x"] = "y";
  EXPECT_TRUE(validate_update(kinds::pod(), pod, old).has_value());

  pod["spec"]["hostNetwork"] = true;
  const auto refused = validate_update(kinds::pod(), pod, old);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(reasons(refused).find("spec: Forbidden: pod updates may not change fields other "
                                  "than `spec.containers[*].image`"),
            0U);
  EXPECT_EQ(refused.error().causes[0].reason, "FieldValueForbidden");

  json::Value renamed = old;
  renamed["metadata"]["uid"] = "other";
  EXPECT_EQ(reasons(validate_update(kinds::pod(), renamed, old)),
            "metadata.uid: Invalid value: \"other\": field is immutable");
}

}  // namespace
}  // namespace sluice::api
