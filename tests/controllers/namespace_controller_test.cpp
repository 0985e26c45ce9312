// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/namespace_controller.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class NamespaceControllerTest : public RoughWorld {
 protected:
  const api::Kind& namespaces_ = api::kinds::namespace_();
  const api::Key team_{"", "team"};
};

INSTANTIATE_TEST_SUITE_P(, NamespaceControllerTest, in_every_weather(), weather_name);

TEST_P(NamespaceControllerTest, DeletedNamespaceTakesItsContentsWithIt) {
  create(namespaces_, R"({"metadata":{"name":"team"}})");
  create(api::kinds::config_map(), R"({"metadata":{"name":"a","namespace":"team"}})");
  create(api::kinds::secret(), R"({"metadata":{"name":"b","namespace":"team"}})");
  create(api::kinds::config_map(), R"({"metadata":{"name":"elsewhere"}})");
  ASSERT_TRUE(client_.remove(namespaces_, team_, {}));
  await_gone(namespaces_, team_);
  EXPECT_FALSE(exists(api::kinds::config_map(), {"team", "a"}));
  EXPECT_FALSE(exists(api::kinds::secret(), {"team", "b"}));
  EXPECT_TRUE(exists(api::kinds::config_map(), {"default", "elsewhere"}));
}

TEST_P(NamespaceControllerTest, WaitsForPodsThatTakeTimeToEnd) {
  create_ready_node("n1");
  create(namespaces_, R"({"metadata":{"name":"team"}})");
  await(api::kinds::service_account(), {"team", "default"},
        [](const client::Object&) { return true; });
  create(api::kinds::pod(), R"({"metadata":{"name":"p","namespace":"team"},
                                "spec":{"containers":[{"name":"c","image":"i"}]}})");
  const api::Key key{"team", "p"};
  await(api::kinds::pod(), key,
        [](const client::Object& pod) { return !pod.at("spec", "nodeName").as_string().empty(); });
  ASSERT_TRUE(client_.remove(namespaces_, team_, {}));
  const auto ending = await(api::kinds::pod(), key,
                            [](const client::Object& pod) { return api::is_being_deleted(pod); });
  await(namespaces_, team_, [](const client::Object& home) {
    return api::has_condition(home, "NamespaceContentRemaining");
  });
  EXPECT_TRUE(exists(api::kinds::service_account(), {"team", "default"}));
  finish_deletion(ending);
  await_gone(namespaces_, team_);
}

}  // namespace
}  // namespace sluice
