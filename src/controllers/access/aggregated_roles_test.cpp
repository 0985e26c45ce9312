// SPDX-License-Identifier: Apache-2.0
#include "controllers/access/aggregated_roles.h"

#include <gtest/gtest.h>

#include <memory>

#include "json/text.h"

namespace sluice::controllers {
namespace {

client::ObjectPtr role(const std::string& name, const std::string& labels,
                       const std::string& rules) {
  return std::make_shared<const client::Object>(json::parse(R"({"metadata":{"name":")" + name +
                                                            R"(","labels":)" + labels +
                                                            R"(},"rules":)" + rules + "}")
                                                    .value());
}

TEST(AggregatedRules, EveryPickedRoleGivesItsRulesOnce) {
  const auto edit = json::parse(R"({"metadata":{"name":"edit","labels":{"to":"edit"}},
      "aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"to":"edit"}},
                                                 {"matchLabels":{"to":"all"}}]},
      "rules":[{"verbs":["old"]}]})");
  const auto rules = aggregated_rules(
      *edit, {role("a", R"({"to":"edit"})", R"([{"verbs":["get"]},{"verbs":["list"]}])"),
              role("b", R"({"to":"all"})", R"([{"verbs":["get"]},{"verbs":["watch"]}])"),
              role("c", R"({"to":"view"})", R"([{"verbs":["delete"]}])"),
              role("edit", R"({"to":"edit"})", R"([{"verbs":["old"]}])")});
  EXPECT_EQ(json::write(rules), R"([{"verbs":["get"]},{"verbs":["list"]},{"verbs":["watch"]}])");
}

}  // namespace
}  // namespace sluice::controllers
