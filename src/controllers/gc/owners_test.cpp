// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc/owners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::gc {
namespace {

client::Object dependent() {
  return json::parse(R"({"metadata":{"uid":"d","resourceVersion":"7",
    "finalizers":["keep","orphan"],
    "ownerReferences":[{"uid":"a","blockOwnerDeletion":true},{"uid":"b"}]}})")
      .value();
}

TEST(GcOwners, ReadsReferences) {
  EXPECT_THAT(owner_uids(dependent()), testing::ElementsAre("a", "b"));
  EXPECT_TRUE(has_owner(dependent(), "b"));
  EXPECT_FALSE(has_owner(dependent(), "c"));
  EXPECT_TRUE(blocks(dependent(), "a"));
  EXPECT_FALSE(blocks(dependent(), "b"));
}

TEST(GcOwners, ForegroundDeletionNeedsBothDeletionAndFinalizer) {
  client::Object owner =
      json::parse(R"({"metadata":{"finalizers":["foregroundDeletion"]}})").value();
  EXPECT_FALSE(awaits_dependents(owner));
  owner["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  EXPECT_TRUE(awaits_dependents(owner));
}

TEST(GcOwners, PatchesKeepTheRestAndNameTheVersion) {
  EXPECT_EQ(json::write(without_owners(dependent(), {"a"}).body),
            R"({"metadata":{"uid":"d","resourceVersion":"7","ownerReferences":[{"uid":"b"}]}})");
  EXPECT_EQ(json::write(without_finalizer(dependent(), kOrphan).body),
            R"({"metadata":{"uid":"d","resourceVersion":"7","finalizers":["keep"]}})");
}

TEST(Owners, ADependentStopsBlockingEveryOwner) {
  client::Object freed = dependent();
  freed["metadata"]["ownerReferences"] =
      without_blocking(freed).body.at("metadata", "ownerReferences");
  EXPECT_FALSE(blocks(freed, "a"));
  EXPECT_TRUE(has_owner(freed, "a"));
}

}  // namespace
}  // namespace sluice::controllers::gc
