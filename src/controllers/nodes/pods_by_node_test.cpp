// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/pods_by_node.h"

#include <gtest/gtest.h>

#include "runtime/miniature_client.h"

namespace sluice::controllers::nodes {
namespace {

client::ObjectPtr pod(const std::string& name, const std::string& node) {
  client::Object object =
      json::Object{{"metadata", json::Object{{"namespace", "default"}, {"name", name}}}};
  if (!node.empty()) {
    object["spec"]["nodeName"] = node;
  }
  return std::make_shared<const client::Object>(std::move(object));
}

TEST(PodsByNode, AreFoundOnceTheyHaveOne) {
  runtime::MiniatureClient client;
  FakeClock clock;
  runtime::Informer pods(client, api::kinds::pod(), clock);
  index_by_node(pods);
  pods.begin_with({pod("a", "n"), pod("b", ""), pod("c", "other")});
  const auto found = pods_on(pods, "n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(api::name(*found.front()), "a");
  EXPECT_EQ(node_of(*found.front()), "n");
  EXPECT_TRUE(pods_on(pods, "").empty()) << "nobody has decided where b runs";
}

}  // namespace
}  // namespace sluice::controllers::nodes
