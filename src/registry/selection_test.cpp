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

StoredObject at(std::string key, std::string value = "not even JSON") {
  return {std::make_shared<const store::Record>(
      store::Record{.key = std::move(key), .value = std::move(value)})};
}

TEST(Selection, NameAndNamespaceAreJudgedByThePlace) {
  const auto one =
      Selection::parse(api::kinds::pod(), "", "metadata.name=a,metadata.namespace!=kube-system");
  ASSERT_TRUE(one.has_value());
  EXPECT_FALSE(one->everything());
  EXPECT_TRUE(one->matches(at("/registry/core/pods/default/a")).value());
  EXPECT_FALSE(one->matches(at("/registry/core/pods/default/ab")).value());
  EXPECT_FALSE(one->matches(at("/registry/core/pods/kube-system/a")).value());
  const auto more = Selection::parse(api::kinds::pod(), "app=web", "metadata.name=a");
  const char* web = R"({"metadata":{"name":"a","labels":{"app":"web"}}})";
  EXPECT_TRUE(more->matches(at("/registry/core/pods/default/a", web)).value());
  EXPECT_FALSE(more->matches(at("/registry/core/pods/default/a", "{}")).value());
  EXPECT_FALSE(more->matches(at("/registry/core/pods/default/b")).value()) << "without a look";
}

TEST(Selection, OnlyWhatMayMatchIsRead) {
  const auto prefix = [](const api::Kind& kind, const std::string& ns, const std::string& fields) {
    return Selection::parse(kind, "", fields)->prefix(kind, ns);
  };
  const api::Kind& pod = api::kinds::pod();
  EXPECT_EQ(prefix(pod, "", ""), "/registry/core/pods/");
  EXPECT_EQ(prefix(pod, "a", "spec.nodeName=n"), "/registry/core/pods/a/");
  EXPECT_EQ(prefix(pod, "a", "metadata.name=b"), "/registry/core/pods/a/b");
  EXPECT_EQ(prefix(pod, "a", "metadata.name!=b"), "/registry/core/pods/a/");
  EXPECT_EQ(prefix(pod, "", "metadata.name=b"), "/registry/core/pods/");
  EXPECT_EQ(prefix(pod, "", "metadata.namespace=a"), "/registry/core/pods/a/");
  EXPECT_EQ(prefix(pod, "", "metadata.name=b,metadata.namespace=a"), "/registry/core/pods/a/b");
  EXPECT_EQ(prefix(api::kinds::node(), "", "metadata.name=b"), "/registry/core/nodes/b");
}

TEST(Selection, BadSelectorsAreBadRequests) {
  EXPECT_EQ(Selection::parse(api::kinds::pod(), "a in", "").error().code, Code::kBadRequest);
  EXPECT_EQ(Selection::parse(api::kinds::pod(), "", "spec.foo=1").error().code, Code::kBadRequest);
}

}  // namespace
}  // namespace sluice::registry
