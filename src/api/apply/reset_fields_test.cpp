// SPDX-License-Identifier: Apache-2.0
#include "api/apply/reset_fields.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

std::string reset(const Kind& kind, std::string_view subresource) {
  return text_of(reset_fields(kind, subresource));
}

TEST(ResetFields, ObjectsKeepTheirStatusAndStatusWritesTheSpec) {
  EXPECT_EQ(reset(kinds::job(), ""), R"({"f:status":{}})");
  EXPECT_EQ(reset(kinds::job(), "status"), R"({"f:spec":{}})");
  EXPECT_EQ(reset(kinds::config_map(), ""), "{}");
}

TEST(ResetFields, SomeKindsKeepMore) {
  EXPECT_EQ(reset(kinds::pod(), "status"),
            R"({"f:metadata":{"f:deletionTimestamp":{},"f:ownerReferences":{}},"f:spec":{}})");
  EXPECT_EQ(reset(kinds::namespace_(), "finalize"), R"({"f:status":{}})");
}

}  // namespace
}  // namespace sluice::api
