// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/paths.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(Paths, CoverCollectionsObjectsAndSubresources) {
  const json::Value all = paths(builtin_kinds(), OpenApi::kV3);
  const char* collection = "/api/v1/namespaces/{namespace}/pods";
  EXPECT_NE(all.find(collection, "post"), nullptr);
  EXPECT_NE(all.find(collection, "delete"), nullptr);
  EXPECT_NE(all.find("/api/v1/pods", "get"), nullptr);
  EXPECT_NE(all.find("/api/v1/namespaces/{namespace}/pods/{name}/status", "patch"), nullptr);
  EXPECT_NE(all.find("/api/v1/namespaces/{namespace}/pods/{name}/binding", "post"), nullptr);
  EXPECT_EQ(all.find("/api/v1/namespaces/{namespace}/pods/{name}/log", "post"), nullptr);
  EXPECT_NE(all.find("/api/v1/nodes/{name}", "put"), nullptr);
  EXPECT_NE(all.find("/api/v1/namespaces/{namespace}/pods/{name}/exec", "get"), nullptr);
  EXPECT_NE(all.find("/api/v1/nodes/{name}/proxy/{path}", "head"), nullptr);
  EXPECT_NE(all.find("/api/v1/watch/namespaces/{namespace}/pods/{name}", "get"), nullptr);
}

TEST(Paths, OfferOnlyTheVerbsAKindServes) {
  const json::Value all = paths(builtin_kinds(), OpenApi::kV2);
  EXPECT_EQ(all.find("/api/v1/namespaces", "delete"), nullptr);
  EXPECT_NE(all.find("/api/v1/nodes", "delete"), nullptr);
}

}  // namespace
}  // namespace sluice::api
