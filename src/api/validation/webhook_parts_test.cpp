// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(webhook_part_rules(), "admissionregistration.v1." + std::string(type), text);
}

TEST(WebhookParts, UrlsAreHttpsAndNothingButAPlace) {
  EXPECT_EQ(faults_of("WebhookClientConfig", R"({"url":"https://host:8443/path"})"), "");
  EXPECT_EQ(faults_of("WebhookClientConfig", R"({"url":"http://host"})"),
            "x.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired "
            "format: https://host[/path]\n");
  EXPECT_EQ(faults_of("WebhookClientConfig", R"({"url":"https://u:p@host/x?a=b#c"})"),
            "x.url: Invalid value: \"u:p\": user information is not permitted in the URL\n"
            "x.url: Invalid value: \"c\": fragments are not permitted in the URL\n"
            "x.url: Invalid value: \"a=b\": query parameters are not permitted in the URL\n");
}

TEST(WebhookParts, ServicesHaveAPortAndAPath) {
  EXPECT_EQ(faults_of("ServiceReference", R"({"port":443,"path":"/a/b/"})"), "");
  EXPECT_EQ(faults_of("ServiceReference", R"({"port":70000,"path":"x"})"),
            "x.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, "
            "inclusive\n"
            "x.path: Invalid value: \"x\": must start with a '/'\n"
            "x.path: Invalid value: \"x\": segment[0] may not be empty\n");
}

TEST(WebhookParts, WildcardsStandAlone) {
  EXPECT_EQ(faults_of("RuleWithOperations", R"({"operations":["*"],"apiGroups":[""],
      "apiVersions":["v1"],"resources":["*","pods/log"]})"),
            "");
  EXPECT_EQ(faults_of("RuleWithOperations", R"({"operations":["*","CREATE"]})"),
            "x.operations: Invalid value: [\"*\",\"CREATE\"]: if '*' is present, must not specify "
            "other operations\n");
  EXPECT_EQ(faults_of("NamedRuleWithOperations", R"({"resources":["*/*","pods/x"]})"),
            "x.resources: Invalid value: [\"*/*\",\"pods/x\"]: if '*/*' is present, must not "
            "specify other resources\n");
  EXPECT_EQ(faults_of("RuleWithOperations", R"({"resources":["pods/*","pods/log"]})"),
            "x.resources[1]: Invalid value: \"pods/log\": if 'pods/*' is present, must not specify "
            "pods/log\n");
}

TEST(WebhookParts, NamesAreUnique) {
  EXPECT_EQ(faults_of("MutatingWebhookConfiguration",
                      R"({"webhooks":[{"name":"a.b.c"},{"name":"a.b.c"}]})"),
            "x.webhooks[1].name: Duplicate value: \"a.b.c\"\n");
}

TEST(WebhookParts, ConditionsAreExpressions) {
  EXPECT_EQ(
      faults_of("ValidatingWebhook", R"({"matchConditions":[{"name":"a","expression":"1"}]})"),
      "x.matchConditions[0].expression: Invalid value: \"1\": must evaluate to bool but got "
      "int\n");
}

}  // namespace
}  // namespace sluice::api
