// SPDX-License-Identifier: Apache-2.0
#include "registry/quota_book.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(QuotaBook, KnowsTheQuotasOfANamespaceAtOnce) {
  TestCluster cluster;
  const QuotaBook book(cluster.registry);
  const api::Kind& quotas = *api::find_kind("v1", "ResourceQuota");
  EXPECT_TRUE(book.in("default")->empty());
  cluster.create(quotas, R"({"metadata":{"name":"q"},"spec":{"hard":{"pods":"1"}}})");
  ASSERT_EQ(book.in("default")->size(), 1U);
  EXPECT_EQ(api::name(*book.in("default")->front()), "q");
  EXPECT_TRUE(book.in("kube-system")->empty());
  ASSERT_TRUE(cluster.registry.remove(quotas, {.key = {"default", "q"}}));
  EXPECT_TRUE(book.in("default")->empty());
}

}  // namespace
}  // namespace sluice::registry
