// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(ClusterCells, ListSubjectsByKind) {
  const json::Value binding = parse(R"({"roleRef":{"kind":"Role","name":"r"},"subjects":[
    {"kind":"User","name":"u"},{"kind":"Group","name":"g"},
    {"kind":"ServiceAccount","namespace":"n","name":"a"}]})");
  EXPECT_EQ(binding_role(binding, {}), json::Value("Role/r"));
  EXPECT_EQ(binding_users(binding, {}), json::Value("u"));
  EXPECT_EQ(binding_groups(binding, {}), json::Value("g"));
  EXPECT_EQ(binding_accounts(binding, {}), json::Value("n/a"));
}

TEST(ClusterCells, OfCertificates) {
  EXPECT_EQ(certificate_condition(parse("{}"), {}), json::Value("Pending"));
  EXPECT_EQ(certificate_condition(parse(R"({"status":{"conditions":[{"type":"Approved"}],
              "certificate":"eA=="}})"),
                                  {}),
            json::Value("Approved,Issued"));
  EXPECT_EQ(certificate_duration(parse(R"({"spec":{"expirationSeconds":86400}})"), {}),
            json::Value("24h"));
}

TEST(ClusterCells, OfQuotas) {
  const json::Value quota = parse(R"({"status":{"hard":{"pods":"3","limits.cpu":"2","a":"1"},
    "used":{"pods":"1","limits.cpu":"1"}}})");
  EXPECT_EQ(quota_requests(quota, {}), json::Value("a: 0/1, pods: 1/3"));
  EXPECT_EQ(quota_limits(quota, {}), json::Value("limits.cpu: 1/2"));
}

TEST(ClusterCells, OfExtensions) {
  EXPECT_EQ(api_service(parse("{}"), {}), json::Value("Local"));
  EXPECT_EQ(api_service_available(parse(R"({"status":{"conditions":[{"type":"Available",
              "status":"False","reason":"R"}]}})"),
                                  {}),
            json::Value("False (R)"));
  EXPECT_EQ(policy_parameters(parse("{}"), {}), json::Value("<unset>"));
  EXPECT_EQ(binding_parameters(parse(R"({"spec":{"paramRef":{"namespace":"n","name":"p"}}})"), {}),
            json::Value("n/p"));
  EXPECT_EQ(schema_dangling(parse("{}"), {}), json::Value("?"));
}

}  // namespace
}  // namespace sluice::api::cells
