// SPDX-License-Identifier: Apache-2.0
#include "remote/resource_path.h"

#include <gtest/gtest.h>

namespace sluice::remote {
namespace {

TEST(ResourcePath, CollectionsAndObjects) {
  EXPECT_EQ(collection_path(api::kinds::pod(), ""), "/api/v1/pods");
  EXPECT_EQ(collection_path(api::kinds::job(), "ns"), "/apis/batch/v1/namespaces/ns/jobs");
  EXPECT_EQ(object_path(api::kinds::pod(), {"ns", "p"}), "/api/v1/namespaces/ns/pods/p");
  EXPECT_EQ(object_path(api::kinds::node(), {"", "n"}), "/api/v1/nodes/n");
  EXPECT_EQ(object_path(api::kinds::namespace_(), {"", "default"}), "/api/v1/namespaces/default");
}

TEST(ResourcePath, EverythingFromOutsideIsEncoded) {
  EXPECT_EQ(object_path(api::kinds::pod(), {"a/b", "../x?y"}),
            "/api/v1/namespaces/a%2Fb/pods/..%2Fx%3Fy");
  EXPECT_EQ(query({{"labelSelector", "a in (b,c)"}, {"empty", ""}, {"watch", "true"}}),
            "?labelSelector=a%20in%20%28b%2Cc%29&watch=true");
  EXPECT_EQ(query({{"empty", ""}}), "");
}

}  // namespace
}  // namespace sluice::remote
