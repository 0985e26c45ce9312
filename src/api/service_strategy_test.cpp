// SPDX-License-Identifier: Apache-2.0
#include "api/service_strategy.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value service(const std::string& spec) {
  return json::Object{{"spec", json::parse(spec).value()}};
}

std::string changed(const std::string& now, const std::string& before) {
  json::Value result = service(now);
  change_service(result, service(before));
  return json::write(result.at("spec"));
}

TEST(ServiceStrategy, BothFieldsOfTheAddressAgree) {
  json::Value made = service(R"({"type":"ClusterIP","clusterIP":"None"})");
  create_service(made);
  EXPECT_EQ(json::write(made.at("spec", "clusterIPs")), R"(["None"])");
}

TEST(ServiceStrategy, WhatWasAllocatedStays) {
  EXPECT_EQ(changed(R"({"type":"NodePort","ports":[{"port":1,"protocol":"TCP"}]})",
                    R"({"type":"NodePort","clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],)"
                    R"("ports":[{"port":1,"protocol":"TCP","nodePort":30001}]})"),
            R"({"type":"NodePort","ports":[{"port":1,"protocol":"TCP","nodePort":30001}],)"
            R"("clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"]})");
}

TEST(ServiceStrategy, WhatTheNewTypeHasNoUseForGoes) {
  EXPECT_EQ(changed(R"({"type":"ClusterIP","ports":[{"port":1,"nodePort":30001}]})",
                    R"({"type":"NodePort","ports":[{"port":1,"nodePort":30001}]})"),
            R"({"type":"ClusterIP","ports":[{"port":1}]})");
  EXPECT_EQ(changed(R"({"type":"ExternalName","clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],)"
                    R"("ipFamilies":["IPv4"],"internalTrafficPolicy":"Cluster"})",
                    R"({"type":"ClusterIP","clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],)"
                    R"("ipFamilies":["IPv4"],"internalTrafficPolicy":"Cluster"})"),
            R"({"type":"ExternalName"})");
}

TEST(ServiceStrategy, WhatTheCallerSetsIsLeftToTheRules) {
  EXPECT_EQ(changed(R"({"type":"ClusterIP","clusterIP":"10.0.0.9","clusterIPs":["10.0.0.1"]})",
                    R"({"type":"ClusterIP","clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"]})"),
            R"({"type":"ClusterIP","clusterIP":"10.0.0.9","clusterIPs":["10.0.0.9"]})");
}

}  // namespace
}  // namespace sluice::api
