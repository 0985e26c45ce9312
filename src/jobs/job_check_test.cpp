// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

Result<json::Value> find(const std::string& name) {
  if (name == "away") {
    return fail(Code::kUnavailable, "no answer");
  }
  json::Value data = json::Object{{"user", base64_encode("me")}};
  if (name == "good") {
    data["passwd"] = base64_encode("x");
  }
  return name == "missing" ? Result<json::Value>(fail(Code::kNotFound, "none"))
                           : json::Value(json::Object{{"data", data}});
}

std::string objection(const std::string& spec) {
  const auto found = objection_to(json::Object{{"spec", *json::parse(spec)}}, find);
  return !found ? "error" : !*found ? "" : (*found)->field + ": " + (*found)->message;
}

std::string with_secret(const std::string& name) {
  return objection(R"({"connection":{"host":"h","port":22,"secretName":")" + name + "\"}}");
}

TEST(JobCheck, TheSecretMustBeThereWithAUserAndACredential) {
  EXPECT_EQ(with_secret("good"), "");
  EXPECT_THAT(with_secret("missing"),
              HasSubstr("spec.connection.secretName: Not found: \"missing\""));
  EXPECT_THAT(with_secret("half"), HasSubstr("passwd"));
  EXPECT_EQ(with_secret("away"), "error");
}

TEST(JobCheck, ObjectionsNameTheField) {
  EXPECT_EQ(objection(R"({"connection":{"port":22,"secretName":"good"}})"),
            "spec.connection.host: Required value");
  EXPECT_EQ(objection(R"({"connectionRef":{"name":"c"}})"), "");
  EXPECT_THAT(objection(R"({"connectionRef":{"name":"c"},"inputs":[{"path":"../x"}]})"),
              HasSubstr("spec.inputs[0].path: Invalid value: expected a path below"));
}

}  // namespace
}  // namespace sluice::jobs
