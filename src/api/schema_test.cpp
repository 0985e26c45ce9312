// SPDX-License-Identifier: Apache-2.0
#include "api/schema.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "api/tables/schemas.h"

namespace sluice::api {
namespace {

TEST(Schema, FindsMembersByName) {
  const Field* spec = tables::kCoreV1Pod.find("spec");
  ASSERT_NE(spec, nullptr);
  const Field* containers = spec->schema->find("containers");
  ASSERT_NE(containers, nullptr);
  EXPECT_EQ(containers->shape, Shape::kList);
  EXPECT_EQ(containers->merge_key, "name");
  EXPECT_TRUE(containers->has(kRequired) && containers->has(kListMap) &&
              containers->has(kPatchMerge));
  EXPECT_EQ(containers->number, 2);
  EXPECT_EQ(spec->schema->find("nonsense"), nullptr);
}

TEST(Schema, KnowsWhatProtobufKeepsInAMessageOfItsOwn) {
  const Schema& volume = *tables::kCoreV1Pod.find("spec")->schema->find("volumes")->schema;
  EXPECT_EQ(volume.find("name")->via, 0);
  EXPECT_EQ(volume.find("emptyDir")->via, 2);
  EXPECT_EQ(volume.find("emptyDir")->number, 2);
}

TEST(Schema, FieldsAreSortedForLookup) {
  for (const Schema* schema : {&tables::kCoreV1Pod, &tables::kBatchV1Job, &tables::kCoreV1Node}) {
    EXPECT_TRUE(std::is_sorted(schema->fields.begin(), schema->fields.end(),
                               [](const Field& a, const Field& b) { return a.name < b.name; }));
  }
}

}  // namespace
}  // namespace sluice::api
