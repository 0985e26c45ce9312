// SPDX-License-Identifier: Apache-2.0
#include "jobs/admission_review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

Result<json::Value> none(const std::string& ns, const std::string& name) {
  return fail(Code::kNotFound, ns + "/" + name);
}

json::Value review(const std::string& object, const std::string& old = "null") {
  return *json::parse(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{
      "uid":"u-1","namespace":"n","object":)" +
                      object + R"(,"oldObject":)" + old + "}}");
}

constexpr const char* kJob =
    R"({"spec":{"connection":{"host":"h","port":22,"secretName":"away"}}})";

TEST(AdmissionReview, ARefusalNamesTheFieldAndTheRemedy) {
  const auto answer = answer_review(review(kJob), none);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->at("response", "uid").as_string(), "u-1");
  EXPECT_FALSE(answer->at("response", "allowed").as_bool());
  EXPECT_THAT(answer->at("response", "status", "message").as_string(),
              HasSubstr("spec.connection.secretName: Not found: \"away\": expected a Secret"));
  EXPECT_EQ(answer->at("response", "status", "code").as_int(), 422);
}

TEST(AdmissionReview, WhatBringsNoNewSpecIsNotLookedAt) {
  EXPECT_TRUE(answer_review(review(kJob, kJob), none)->at("response", "allowed").as_bool());
  EXPECT_TRUE(answer_review(review("null", kJob), none)->at("response", "allowed").as_bool());
  json::Value going = *json::parse(kJob);
  going["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  EXPECT_TRUE(answer_review(review(json::write(going)), none)->at("response", "allowed").as_bool());
}

TEST(AdmissionReview, WhatCannotBeToldIsLeftToTheStatus) {
  const auto away = [](const std::string&, const std::string&) -> Result<json::Value> {
    return fail(Code::kUnavailable, "no answer");
  };
  EXPECT_TRUE(answer_review(review(kJob), away)->at("response", "allowed").as_bool());
}

TEST(AdmissionReview, OtherDocumentsAreRefused) {
  EXPECT_EQ(answer_review(json::Object{}, none).error().code, Code::kInvalid);
  json::Value old = review(kJob);
  old["apiVersion"] = "admission.k8s.io/v1beta1";
  EXPECT_EQ(answer_review(old, none).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::jobs
