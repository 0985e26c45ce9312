// SPDX-License-Identifier: Apache-2.0
#include "api/field_path.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(FieldPath, WritesMembersItemsAndKeys) {
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  const FieldPath list = spec.child("containers");
  const FieldPath item = list.item(2);
  EXPECT_EQ(root.text(), "");
  EXPECT_EQ(item.child("name").text(), "spec.containers[2].name");
  EXPECT_EQ(spec.key("a/b").text(), "spec[a/b]");
}

}  // namespace
}  // namespace sluice::api
