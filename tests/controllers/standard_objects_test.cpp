// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/standard_objects.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class StandardObjectsTest : public RoughWorld {
 protected:
  static bool any(const client::Object& /*object*/) { return true; }
  const api::Key authority_{"team", "kube-root-ca.crt"};
};

INSTANTIATE_TEST_SUITE_P(, StandardObjectsTest, in_every_weather(), weather_name);

TEST_P(StandardObjectsTest, EveryNamespaceHasItsAccountAndTheAuthority) {
  await(api::kinds::service_account(), {"kube-system", "default"}, any);
  create(api::kinds::namespace_(), R"({"metadata":{"name":"team"}})");
  await(api::kinds::service_account(), {"team", "default"}, any);
  const auto map = await(api::kinds::config_map(), authority_, any);
  EXPECT_EQ(map.at("data", "ca.crt").as_string(), kWorldAuthority);
}

TEST_P(StandardObjectsTest, WhatIsDeletedOrEditedComesBack) {
  create(api::kinds::namespace_(), R"({"metadata":{"name":"team"}})");
  const auto account = await(api::kinds::service_account(), {"team", "default"}, any);
  ASSERT_TRUE(client_.remove(api::kinds::service_account(), {"team", "default"}, {}).has_value());
  await(api::kinds::service_account(), {"team", "default"},
        [&](const client::Object& object) { return api::uid(object) != api::uid(account); });
  client::Object map = await(api::kinds::config_map(), authority_, any);
  map["data"]["ca.crt"] = "forged";
  ASSERT_TRUE(client_.update(api::kinds::config_map(), map).has_value());
  await(api::kinds::config_map(), authority_, [](const client::Object& object) {
    return object.at("data", "ca.crt").as_string() == kWorldAuthority;
  });
}

TEST_P(StandardObjectsTest, AnEndingNamespaceGetsNothingNew) {
  create(api::kinds::namespace_(), R"({"metadata":{"name":"team"}})");
  await(api::kinds::config_map(), authority_, any);
  ASSERT_TRUE(client_.remove(api::kinds::namespace_(), {"", "team"}, {}).has_value());
  await_gone(api::kinds::namespace_(), {"", "team"});
  EXPECT_FALSE(exists(api::kinds::config_map(), authority_));
}

}  // namespace
}  // namespace sluice
