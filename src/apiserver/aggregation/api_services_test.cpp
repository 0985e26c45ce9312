// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/api_services.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

json::Value api_service(const std::string& version, const std::string& group, int group_priority,
                        int version_priority, bool local = false) {
  json::Value object = json::Object{
      {"metadata", json::Object{{"name", version + "." + group}}},
      {"spec", json::Object{{"group", group},
                            {"version", version},
                            {"groupPriorityMinimum", group_priority},
                            {"versionPriority", version_priority},
                            {"caBundle", "Q0E="}}},
      {"status", json::parse(R"({"conditions":[{"type":"Available","status":"True"}]})").value()}};
  if (!local) {
    object["spec"]["service"] = json::Object{{"namespace", "ns"}, {"name", "svc"}, {"port", 8443}};
  }
  return object;
}

TEST(ApiServices, KnowsTheServerBehindAGroupVersion) {
  ApiServices services;
  services.put(api_service("v1", "a.io", 100, 10));
  const ApiService* found = services.find("a.io", "v1");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->ns + "/" + found->service + ":" + found->port, "ns/svc:8443");
  EXPECT_EQ(found->ca_pem, "CA");
  EXPECT_TRUE(found->available);
  EXPECT_EQ(services.find("a.io", "v2"), nullptr);
  services.erase(api_service("v1", "a.io", 100, 10));
  EXPECT_EQ(services.find("a.io", "v1"), nullptr);
}

TEST(ApiServices, LocalOnesAreServedHere) {
  ApiServices services;
  services.put(api_service("v1", "a.io", 100, 10));
  services.put(api_service("v1", "a.io", 100, 10, true));
  EXPECT_EQ(services.find("a.io", "v1"), nullptr);
}

TEST(ApiServices, ComeInTheOrderOfTheirPriorities) {
  ApiServices services;
  services.put(api_service("v1", "low.io", 10, 1));
  services.put(api_service("v1", "high.io", 10, 10));
  services.put(api_service("v2", "high.io", 500, 20));
  services.put(api_service("v3beta1", "high.io", 10, 10));
  std::string order;
  for (const ApiService& service : services.all()) {
    order += service.group_version() + " ";
  }
  EXPECT_EQ(order, "high.io/v2 high.io/v1 high.io/v3beta1 low.io/v1 ");
}

}  // namespace
}  // namespace sluice::apiserver
