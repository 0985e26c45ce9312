// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/selectors.h"

#include <gtest/gtest.h>

namespace sluice::controllers::autoscaling {
namespace {

client::ObjectPtr pod(const std::string& app) {
  client::Object object = json::Object{};
  object["metadata"]["labels"]["app"] = app;
  return std::make_shared<const client::Object>(std::move(object));
}

TEST(Selectors, KnowWhoSelectsAPod) {
  Selectors selectors;
  selectors.put({"ns", "one"}, *api::LabelSelector::parse("app=a"));
  selectors.put({"ns", "two"}, *api::LabelSelector::parse("app in (a,b)"));
  selectors.put({"other", "three"}, *api::LabelSelector::parse("app=a"));
  EXPECT_EQ(selectors.selecting("ns", {pod("a")}).size(), 2U);
  EXPECT_EQ(selectors.selecting("ns", {pod("b")}), (std::vector<api::Key>{{"ns", "two"}}));
  EXPECT_TRUE(selectors.selecting("ns", {pod("c")}).empty());
  selectors.erase({"ns", "two"});
  EXPECT_TRUE(selectors.selecting("ns", {pod("b")}).empty());
}

}  // namespace
}  // namespace sluice::controllers::autoscaling
