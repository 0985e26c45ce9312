// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class AggregatedRolesTest : public RoughWorld {};

INSTANTIATE_TEST_SUITE_P(, AggregatedRolesTest, in_every_weather(), weather_name);

TEST_P(AggregatedRolesTest, RulesComeAndGoWithTheRolesThatGiveThem) {
  const api::Kind& roles = api::kinds::cluster_role();
  const auto rules = [](std::size_t count) {
    return
        [count](const client::Object& role) { return role.at("rules").as_array().size() == count; };
  };
  create(roles, R"({"metadata":{"name":"team"},"aggregationRule":{"clusterRoleSelectors":[
      {"matchLabels":{"to":"team"}}]}})");
  create(roles, R"({"metadata":{"name":"one","labels":{"to":"team"}},
      "rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]})");
  await(roles, {"", "team"}, rules(1));
  create(roles, R"({"metadata":{"name":"two","labels":{"to":"team"}},
      "rules":[{"apiGroups":[""],"resources":["secrets"],"verbs":["get"]}]})");
  await(roles, {"", "team"}, rules(2));
  ASSERT_TRUE(client_.remove(roles, {"", "one"}, {}).has_value());
  await(roles, {"", "team"}, rules(1));
}

}  // namespace
}  // namespace sluice
