// SPDX-License-Identifier: Apache-2.0
#include "api/apply/conflicts.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

TEST(ApplyConflict, OneIsToldInALine) {
  const Error error = apply_conflict({{.manager = "kubectl-edit",
                                       .api_version = "apps/v1",
                                       .fields = fields(R"({"f:spec":{"f:replicas":{}}})")}});
  EXPECT_EQ(error.code, Code::kConflict);
  EXPECT_EQ(error.message,
            R"(Apply failed with 1 conflict: conflict with "kubectl-edit" using apps/v1: )"
            ".spec.replicas");
  ASSERT_EQ(error.causes.size(), 1U);
  EXPECT_EQ(error.causes.front(),
            (ErrorCause{"FieldManagerConflict", R"(conflict with "kubectl-edit" using apps/v1)",
                        ".spec.replicas"}));
}

TEST(ApplyConflict, SeveralAreListedByManager) {
  const Error error = apply_conflict(
      {{.manager = "z", .applied = true, .api_version = "v1", .fields = field_path({"data"})},
       {.manager = "a",
        .api_version = "v1",
        .subresource = "status",
        .fields = fields(R"({"f:status":{"f:x":{},"f:y":{}}})")}});
  EXPECT_EQ(error.message,
            "Apply failed with 3 conflicts: conflicts with \"a\" with subresource \"status\" using "
            "v1:\n- .status.x\n- .status.y\nconflicts with \"z\":\n- .data");
  EXPECT_EQ(error.causes.size(), 3U);
}

}  // namespace
}  // namespace sluice::api
