// SPDX-License-Identifier: Apache-2.0
#include "registry/selection.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

StoredObject text(std::string value) {
  return {std::make_shared<const store::Record>(store::Record{.value = std::move(value)})};
}

TEST(Selection, EverythingMatchesWithoutDecoding) {
  const auto all = Selection::parse(api::kinds::pod(), "", "");
  ASSERT_TRUE(all.has_value());
  EXPECT_TRUE(all->everything());
  EXPECT_TRUE(all->matches(text("not even JSON")).value());
}

TEST(Selection, LabelAndFieldMustBothMatch) {
  const auto both = Selection::parse(api::kinds::pod(), "app=web", "spec.nodeName=n");
  ASSERT_TRUE(both.has_value());
  EXPECT_TRUE(
      both->matches(text(R"({"metadata":{"labels":{"app":"web"}},"spec":{"nodeName":"n"}})"))
          .value());
  EXPECT_FALSE(both->matches(text(R"({"metadata":{"labels":{"app":"web"}}})")).value());
  EXPECT_FALSE(both->matches(text(R"({"spec":{"nodeName":"n"}})")).value());
}

TEST(Selection, BadSelectorsAreBadRequests) {
  EXPECT_EQ(Selection::parse(api::kinds::pod(), "a in", "").error().code, Code::kBadRequest);
  EXPECT_EQ(Selection::parse(api::kinds::pod(), "", "spec.foo=1").error().code, Code::kBadRequest);
}

}  // namespace
}  // namespace sluice::registry
