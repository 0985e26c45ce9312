// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/pod_collector.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

client::ObjectPtr pod(const std::string& name, const std::string& created,
                      const std::string& status) {
  return std::make_shared<const client::Object>(
      std::move(json::parse(R"({"metadata":{"name":")" + name + R"(","creationTimestamp":")" +
                            created + R"("},"status":{)" + status + "}}"))
          .value());
}

TEST(PodCollector, TheEvictedGoFirstThenTheOldest) {
  const std::vector<client::ObjectPtr> pods{
      pod("new", "2030-01-03T00:00:00Z", R"("phase":"Succeeded")"),
      pod("old", "2030-01-01T00:00:00Z", R"("phase":"Failed")"),
      pod("evicted", "2030-01-04T00:00:00Z", R"("phase":"Failed","reason":"Evicted")"),
      pod("runs", "2029-01-01T00:00:00Z", R"("phase":"Running")")};
  EXPECT_TRUE(surplus(pods, 3).empty());
  const auto two = surplus(pods, 1);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(api::name(*two[0]), "evicted");
  EXPECT_EQ(api::name(*two[1]), "old");
}

TEST(PodCollector, APodWithoutANodeIsNobodysToEnd) {
  const auto of = [](const char* text) { return std::move(json::parse(text)).value(); };
  EXPECT_TRUE(goes_nowhere(of(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"}})")));
  EXPECT_FALSE(goes_nowhere(of(R"({"metadata":{}})")));
  EXPECT_FALSE(goes_nowhere(of(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"},
                                   "spec":{"nodeName":"n"}})")));
}

}  // namespace
}  // namespace sluice::controllers::nodes
