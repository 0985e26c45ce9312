// SPDX-License-Identifier: Apache-2.0
#include "api/apply/last_applied.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"
#include "api/meta.h"

namespace sluice::api {
namespace {

constexpr const char* kNote = "kubectl.kubernetes.io/last-applied-configuration";

json::Value noted(std::string_view live, std::string note) {
  json::Value object = document(live);
  object["metadata"]["annotations"][kNote] = std::move(note);
  return object;
}

std::string taken_over(const json::Value& live) {
  return text_of(last_applied_fields(kinds::config_map(), live));
}

TEST(LastApplied, FieldsThatStillHoldMayBeTakenOver) {
  EXPECT_EQ(taken_over(noted(R"({"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1","b":"2"}})",
                             R"({"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1","b":"9"}})")),
            R"({"f:apiVersion":{},"f:data":{"f:a":{}},"f:kind":{}})");
}

TEST(LastApplied, NothingIsTakenOverFromABadNote) {
  for (const char* note :
       {"", "{", "[]", R"({"apiVersion":"v9","data":{}})", R"({"apiVersion":"v1","unknown":1})"}) {
    EXPECT_EQ(taken_over(noted("{}", note)), "{}") << note;
  }
}

TEST(LastApplied, TheNoteFollowsTheConfig) {
  json::Value object = noted("{}", "old");
  refresh_last_applied(document(R"({"b":{"y":1,"x":2},"a":[{"q":1,"p":2}],"metadata":)"
                                R"({"annotations":{"kubectl.kubernetes.io/)"
                                R"(last-applied-configuration":"old"}}})"),
                       object);
  EXPECT_EQ(annotation(object, kNote),
            "{\"a\":[{\"p\":2,\"q\":1}],\"b\":{\"x\":2,\"y\":1},\"metadata\":{\"annotations\":{}}}"
            "\n");
}

TEST(LastApplied, ObjectsWithoutNoteGetNone) {
  json::Value object = document("{}");
  refresh_last_applied(document(R"({"a":1})"), object);
  EXPECT_EQ(object, document("{}"));
}

TEST(LastApplied, ANoteTooLongIsDropped) {
  json::Value object = noted("{}", "old");
  refresh_last_applied(json::Object{{"data", std::string(300 * 1024, 'x')}}, object);
  EXPECT_EQ(annotation(object, kNote), "");
}

}  // namespace
}  // namespace sluice::api
