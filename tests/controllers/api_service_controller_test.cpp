// SPDX-License-Identifier: Apache-2.0
#include "controllers/api_services/api_service_controller.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

const api::Kind& kApiService = *api::find_kind("apiregistration.k8s.io/v1", "APIService");

class ApiServiceControllerTest : public World {
 protected:
  static std::string availability(const client::Object& object) {
    for (const json::Value& condition : object.at("status", "conditions").as_array()) {
      return condition.at("status").as_string() + " " + condition.at("reason").as_string() + ": " +
             condition.at("message").as_string();
    }
    return "";
  }
  void await_availability(const std::string& name, const std::string& wanted) {
    await(kApiService, {"", name},
          [&](const client::Object& object) { return availability(object) == wanted; });
  }
};

TEST_F(ApiServiceControllerTest, WhatIsBuiltInIsListedAndAvailable) {
  await_availability("v1.", "True Local: Local APIServices are always available");
  await_availability("v1.apps", "True Local: Local APIServices are always available");
}

TEST_F(ApiServiceControllerTest, WhatIsBuiltInComesBack) {
  await_availability("v1.apps", "True Local: Local APIServices are always available");
  const std::string uid = api::uid(get(kApiService, {"", "v1.apps"}));
  ASSERT_TRUE(client_.remove(kApiService, {"", "v1.apps"}, {}).has_value());
  await(kApiService, {"", "v1.apps"},
        [&](const client::Object& object) { return api::uid(object) != uid; });
}

TEST_F(ApiServiceControllerTest, DefinitionsComeAndGo) {
  create(api::kinds::custom_resource_definition(),
         R"({"metadata":{"name":"things.a.io"},"spec":{"group":"a.io","scope":"Cluster",
             "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,
             "storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  const auto listed =
      await(kApiService, {"", "v1.a.io"}, [](const client::Object&) { return true; });
  EXPECT_EQ(listed.at("spec", "groupPriorityMinimum").as_int(), 1000);
  ASSERT_TRUE(client_.remove(api::kinds::custom_resource_definition(), {"", "things.a.io"}, {})
                  .has_value());
  await_gone(kApiService, {"", "v1.a.io"});
}

TEST_F(ApiServiceControllerTest, OthersNeedTheirService) {
  create(kApiService, R"({"metadata":{"name":"v1.ext.io"},"spec":{"group":"ext.io","version":"v1",
      "groupPriorityMinimum":100,"versionPriority":10,"insecureSkipTLSVerify":true,
      "service":{"name":"ext","namespace":"default"}}})");
  await_availability("v1.ext.io",
                     R"(False ServiceNotFound: service/ext in "default" is not present)");
  create(api::kinds::service(),
         R"({"metadata":{"name":"ext"},"spec":{"ports":[{"port":8443}],"clusterIP":"None"}})");
  await_availability(
      "v1.ext.io",
      R"(False ServicePortError: service/ext in "default" is not listening on port 443)");
}

}  // namespace
}  // namespace sluice
