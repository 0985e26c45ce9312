// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::vector<std::string> names(const ListPage& page) {
  std::vector<std::string> names;
  for (const StoredObject& item : page.items) {
    names.push_back(api::name(item.decode().value()));
  }
  return names;
}

using Names = std::vector<std::string>;

class List : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      cluster_.create_config_map(name);
    }
  }
  Result<ListPage> list(const ListRequest& request) {
    return cluster_.registry.list(api::kinds::config_map(), request);
  }
  TestCluster cluster_;
};

TEST_F(List, PagesAreOneSnapshot) {
  const auto first = list({.limit = 2});
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(names(*first), (Names{"a", "b"}));
  EXPECT_EQ(first->remaining, 3u);
  ASSERT_FALSE(first->continue_token.empty());
  cluster_.create_config_map("bb");
  ASSERT_TRUE(cluster_.registry.remove(api::kinds::config_map(), {{"default", "c"}}).has_value());
  const auto second = list({.limit = 2, .continue_token = first->continue_token});
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(names(*second), (Names{"c", "d"}));
  EXPECT_EQ(second->revision, first->revision);
  const auto last = list({.limit = 2, .continue_token = second->continue_token});
  EXPECT_EQ(names(*last), Names{"e"});
  EXPECT_TRUE(last->continue_token.empty());
  EXPECT_FALSE(last->remaining.has_value());
}

TEST_F(List, VersionZeroKnowsNoPages) {
  const auto page =
      cluster_.registry.list(api::kinds::config_map(), {.limit = 1, .resource_version = "0"});
  ASSERT_TRUE(page.has_value());
  EXPECT_TRUE(page->continue_token.empty());
  EXPECT_FALSE(page->remaining.has_value());
}

TEST_F(List, LimitCountsSelectedObjects) {
  const auto page = list({.field_selector = "metadata.name!=b", .limit = 2});
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(names(*page), (Names{"a", "c"}));
  EXPECT_FALSE(page->remaining.has_value()) << "unknown with a selector";
  const auto rest =
      list({.field_selector = "metadata.name!=b", .continue_token = page->continue_token});
  EXPECT_EQ(names(*rest), (Names{"d", "e"}));
}

TEST_F(List, ExpiredTokenOffersOneThatGoesOn) {
  const auto first = list({.limit = 2});
  cluster_.create_config_map("cc");
  ASSERT_TRUE(cluster_.store->compact(cluster_.store->revision()).has_value());
  const auto expired = list({.limit = 9, .continue_token = first->continue_token});
  ASSERT_FALSE(expired.has_value());
  EXPECT_EQ(expired.error().code, Code::kExpired);
  ASSERT_EQ(expired.error().causes.size(), 1u);
  EXPECT_EQ(expired.error().causes[0].field, "metadata.continue");
  const auto rest = list({.limit = 9, .continue_token = expired.error().causes[0].message});
  ASSERT_TRUE(rest.has_value());
  EXPECT_EQ(names(*rest), (Names{"c", "cc", "d", "e"}));
}

TEST_F(List, ExactRevisionShowsThatSnapshot) {
  const std::string then = std::to_string(cluster_.store->revision());
  cluster_.create_config_map("f");
  EXPECT_EQ(list({.resource_version = then, .resource_version_match = "Exact"})->items.size(), 5u);
  EXPECT_EQ(list({.limit = 10, .resource_version = then})->items.size(), 5u);
  EXPECT_EQ(list({.resource_version = then})->items.size(), 6u) << "not older than";
  EXPECT_EQ(list({.resource_version = "0"})->items.size(), 6u);
  EXPECT_EQ(
      list({.resource_version = then, .resource_version_match = "NotOlderThan"})->items.size(), 6u);
}

TEST_F(List, BadRevisionsAreRefused) {
  const auto code = [&](const ListRequest& request) { return list(request).error().code; };
  EXPECT_EQ(code({.resource_version = "9999"}), Code::kTimeout);
  EXPECT_EQ(code({.resource_version = "x"}), Code::kBadRequest);
  EXPECT_EQ(code({.resource_version_match = "Exact"}), Code::kInvalid);
  EXPECT_EQ(code({.resource_version = "0", .resource_version_match = "Exact"}), Code::kInvalid);
  EXPECT_EQ(code({.resource_version = "1", .resource_version_match = "Sometimes"}), Code::kInvalid);
  EXPECT_EQ(code({.continue_token = "nonsense"}), Code::kBadRequest);
  const std::string token = list({.limit = 1})->continue_token;
  EXPECT_EQ(code({.continue_token = token, .resource_version = "3"}), Code::kBadRequest);
  EXPECT_EQ(code({.continue_token = token,
                  .resource_version = "3",
                  .resource_version_match = "NotOlderThan"}),
            Code::kInvalid);
  ASSERT_TRUE(cluster_.store->compact(cluster_.store->revision()).has_value());
  EXPECT_EQ(code({.resource_version = "2", .resource_version_match = "Exact"}), Code::kExpired);
}

TEST_F(List, NamespacesWithACommonPrefixDoNotMix) {
  cluster_.create(api::kinds::namespace_(), R"({"metadata":{"name":"default2"}})");
  auto object = json_of(R"({"metadata":{"name":"z"}})");
  ASSERT_TRUE(cluster_.registry.create(api::kinds::config_map(), "default2", std::move(object))
                  .has_value());
  EXPECT_EQ(list({.ns = "default"})->items.size(), 5u);
  EXPECT_EQ(list({.ns = "default2"})->items.size(), 1u);
  EXPECT_EQ(list({})->items.size(), 6u);
}

}  // namespace
}  // namespace sluice::registry
