// SPDX-License-Identifier: Apache-2.0
#include "api/apply/parts.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

TEST(MemberIndex, FindsMembersOfSmallAndLargeObjects) {
  for (const int count : {3, 500}) {
    json::Value object = json::Object();
    for (int i = count; i > 0; --i) {
      object["key-" + std::to_string(i)] = i;
    }
    const MemberIndex index(&object);
    EXPECT_EQ(index.size(), static_cast<std::size_t>(count));
    ASSERT_NE(index.find("key-2"), nullptr);
    EXPECT_EQ(index.find("key-2")->as_int(), 2);
    EXPECT_EQ(index.find("other"), nullptr);
  }
}

TEST(MemberIndex, OfNothingIsEmpty) {
  EXPECT_EQ(MemberIndex(nullptr).size(), 0U);
  const json::Value text("x");
  EXPECT_EQ(MemberIndex(&text).find("x"), nullptr);
}

TEST(ItemsByIdentity, AreSortedAndKeepTheOrderOfTwins) {
  const ValueType list = pod_type().member("spec").member("containers");
  const json::Value value = document(
      R"([{"name":"b"},{"name":"a","image":"1"},{"image":"no name"},{"name":"a","image":"2"}])");
  std::string found;
  for (const ListItem& item : items_by_identity(list, &value)) {
    found += item.element.text + item.value->at("image").as_string() + " ";
  }
  EXPECT_EQ(found, R"({"name":""}no name {"name":"a"}1 {"name":"a"}2 {"name":"b"} )");
  EXPECT_TRUE(items_by_identity(list, nullptr).empty());
}

}  // namespace
}  // namespace sluice::api
