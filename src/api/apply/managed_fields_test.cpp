// SPDX-License-Identifier: Apache-2.0
#include "api/apply/managed_fields.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

const char* const kList =
    R"([{"manager":"a","operation":"Apply","apiVersion":"v1","time":"2030-01-01T00:00:00Z",)"
    R"("fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:x":{}}}},)"
    R"({"manager":"b","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1",)"
    R"("fieldsV1":{"f:status":{}},"subresource":"status"}])";

TEST(ManagedFields, WritesWhatItReads) {
  const auto managed = decode_managed_fields(document(kList));
  ASSERT_TRUE(managed.has_value()) << managed.error().message;
  EXPECT_EQ(json::write(encode_managed_fields(*managed)), kList);
}

TEST(ManagedFields, AppliersComeFirstThenTheOldest) {
  const ManagedFields managed{
      {.manager = "c", .api_version = "v1", .time = "2030-01-02T00:00:00Z"},
      {.manager = "b", .api_version = "v1", .time = "2030-01-01T00:00:00Z"},
      {.manager = "a", .api_version = "v1", .time = "2030-01-02T00:00:00Z"},
      {.manager = "z", .applied = true, .api_version = "v1", .time = "2030-01-03T00:00:00Z"}};
  std::string order;
  const json::Value list = encode_managed_fields(managed);
  for (const json::Value& entry : list.as_array()) {
    order += entry.at("manager").as_string();
  }
  EXPECT_EQ(order, "zbac");
}

TEST(ManagedFields, RefusesEntriesThatSayTooLittle) {
  for (
      const char* text :
      {R"([{}])", R"([{"operation":"Update","apiVersion":"v1"}])",
       R"([{"operation":"Update","fieldsType":"FieldsV1"}])",
       R"([{"operation":"Other","apiVersion":"v1","fieldsType":"FieldsV1"}])",
       R"([{"operation":"Update","apiVersion":"v1","fieldsType":"FieldsV2"}])",
       R"([{"operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"x":{}}}])"}) {
    EXPECT_FALSE(decode_managed_fields(document(text)).has_value()) << text;
  }
}

TEST(ManagedFields, AppliersKeepOneEntryForAllVersions) {
  const ManagedEntry applier{.manager = "a", .applied = true, .api_version = "v1"};
  const ManagedEntry later{.manager = "a", .applied = true, .api_version = "v2"};
  const ManagedEntry updater{.manager = "a", .api_version = "v1"};
  const ManagedEntry other_version{.manager = "a", .api_version = "v2"};
  EXPECT_TRUE(applier.same_manager(later));
  EXPECT_FALSE(applier.same_manager(updater));
  EXPECT_FALSE(updater.same_manager(other_version));
}

TEST(ManagedFields, EmptyListsReset) {
  EXPECT_TRUE(resets_managed_fields(document("[]")));
  EXPECT_TRUE(resets_managed_fields(document("[{}]")));
  EXPECT_FALSE(resets_managed_fields(document("null")));
  EXPECT_FALSE(resets_managed_fields(document("[{},{}]")));
  EXPECT_FALSE(resets_managed_fields(document(kList)));
}

TEST(ManagedFields, TellsWhenOnlyTimesDiffer) {
  json::Value later = document(kList);
  EXPECT_FALSE(differ_in_time_only(later, document(kList)));
  later.array().front()["time"] = "2031-01-01T00:00:00Z";
  EXPECT_TRUE(differ_in_time_only(later, document(kList)));
  later.array().front()["manager"] = "other";
  EXPECT_FALSE(differ_in_time_only(later, document(kList)));
}

}  // namespace
}  // namespace sluice::api
