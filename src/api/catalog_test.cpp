// SPDX-License-Identifier: Apache-2.0
#include "api/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <thread>

namespace sluice::api {
namespace {

KindPtr custom(std::string_view group, std::string_view version, std::string_view plural) {
  return std::make_shared<const Kind>(
      Kind{.group = group, .version = version, .kind = "Thing", .plural = plural});
}

TEST(Catalog, HasTheBuiltInKindsThemselves) {
  const Catalog catalog;
  EXPECT_EQ(catalog.find_resource("", "v1", "pods").get(), &kinds::pod());
  EXPECT_EQ(catalog.find_kind("batch/v1", "Job").get(), &kinds::job());
  EXPECT_EQ(catalog.find_resource("example.com", "v1", "things"), nullptr);
  EXPECT_EQ(catalog.snapshot()->kinds.size(), builtin_kinds().size());
}

TEST(Catalog, CustomKindsComeAndGo) {
  Catalog catalog;
  const std::uint64_t before = catalog.snapshot()->epoch;
  catalog.set_custom({custom("example.com", "v1", "things")});
  const KindPtr held = catalog.find_resource("example.com", "v1", "things");
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(catalog.find_kind("example.com/v1", "Thing"), held);
  EXPECT_NE(catalog.snapshot()->epoch, before);
  catalog.set_custom({});
  EXPECT_EQ(catalog.find_resource("example.com", "v1", "things"), nullptr);
  EXPECT_EQ(held->plural, "things") << "what is held stays valid";
}

TEST(Catalog, AChangeIsWaitedForUntilItComesOrAStop) {
  Catalog catalog;
  const auto before = catalog.snapshot();
  std::stop_source stop;
  std::shared_ptr<const Catalog::Snapshot> seen;
  std::jthread waiter([&] { seen = catalog.await_change(before->epoch, stop.get_token()); });
  catalog.set_custom({});
  waiter.join();
  ASSERT_NE(seen, nullptr);
  EXPECT_EQ(seen->epoch, catalog.snapshot()->epoch);
  waiter = std::jthread([&] { seen = catalog.await_change(seen->epoch, stop.get_token()); });
  stop.request_stop();
  waiter.join();
  EXPECT_EQ(seen, nullptr);
}

TEST(Catalog, CustomKindsStandByGroupBestVersionFirst) {
  Catalog catalog;
  catalog.set_custom({custom("b.com", "v1", "x"), custom("a.com", "v1beta1", "x"),
                      custom("a.com", "v1", "x"), custom("a.com", "v2alpha1", "x")});
  std::vector<std::string> order;
  const auto now = catalog.snapshot();
  for (const KindPtr& kind : now->custom) {
    order.push_back(kind->api_version());
  }
  EXPECT_EQ(order,
            (std::vector<std::string>{"a.com/v1", "a.com/v1beta1", "a.com/v2alpha1", "b.com/v1"}));
}

TEST(BetterVersion, FollowsKubernetesOrder) {
  std::vector<std::string> versions = {"foo1",     "v1alpha1", "v12alpha1", "v1", "v3beta1", "v10",
                                       "v11beta2", "foo10",    "v11alpha2", "v2", "v10beta3"};
  std::sort(versions.begin(), versions.end(), better_version);
  EXPECT_EQ(versions,
            (std::vector<std::string>{"v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1",
                                      "v12alpha1", "v11alpha2", "v1alpha1", "foo1", "foo10"}));
}

}  // namespace
}  // namespace sluice::api
