// SPDX-License-Identifier: Apache-2.0
#include "api/kind.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "api/schema.h"

namespace sluice::api {
namespace {

TEST(Kind, IsFoundByResourceAndByKind) {
  const Kind* job = find_resource("batch", "v1", "jobs");
  ASSERT_NE(job, nullptr);
  EXPECT_EQ(job, find_kind("batch/v1", "Job"));
  EXPECT_EQ(job, &kinds::job());
  EXPECT_EQ(job->api_version(), "batch/v1");
  EXPECT_EQ(job->qualified_resource(), "jobs.batch");
  EXPECT_EQ(kinds::pod().qualified_resource(), "pods");
  EXPECT_EQ(kinds::cron_job().qualified_resource(), "cronjobs.batch");
  EXPECT_EQ(kinds::replication_controller().api_version(), "v1");
  EXPECT_EQ(find_kind("v1", "Job"), nullptr);
  EXPECT_EQ(find_resource("", "v1", "jobs"), nullptr);
}

TEST(Kind, TablesCarryTheFactsGenericCodeNeeds) {
  const Kind& pod = kinds::pod();
  EXPECT_TRUE(pod.namespaced && pod.has_status && pod.graceful_delete && pod.returns_deleted);
  EXPECT_FALSE(kinds::node().namespaced);
  EXPECT_TRUE(kinds::lease().create_on_update);
  EXPECT_EQ(pod.short_names[0], "po");
  EXPECT_EQ(pod.categories[0], "all");
  EXPECT_NE(std::find(pod.verbs.begin(), pod.verbs.end(), "watch"), pod.verbs.end());
}

TEST(Kind, EverySchemaHasTheMembersOfAnObject) {
  for (const Kind& kind : builtin_kinds()) {
    ASSERT_NE(kind.schema, nullptr) << kind.kind;
    for (const char* member : {"apiVersion", "kind", "metadata"}) {
      EXPECT_NE(kind.schema->find(member), nullptr) << kind.kind << "." << member;
    }
  }
}

}  // namespace
}  // namespace sluice::api
