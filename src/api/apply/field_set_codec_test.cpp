// SPDX-License-Identifier: Apache-2.0
#include "api/apply/field_set_codec.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

TEST(FieldSetCodec, WritesWhatItReads) {
  for (const char* text :
       {"{}", R"({"f:a":{}})", R"({"f:a":{".":{},"f:b":{}}})",
        R"({"f:list":{"k:{\"name\":\"a\"}":{".":{},"f:image":{}}},"f:set":{"v:\"x\"":{}}})"}) {
    EXPECT_EQ(text_of(fields(text)), text);
  }
}

TEST(FieldSetCodec, SortsAndJoins) {
  EXPECT_EQ(text_of(fields(R"({"f:b":{},"f:a":{"k:{\"y\":1,\"x\":2}":{"f:p":{}},)"
                           R"("k:{\"x\":2,\"y\":1}":{"f:q":{}}}})")),
            R"({"f:a":{"k:{\"x\":2,\"y\":1}":{"f:p":{},"f:q":{}}},"f:b":{}})");
}

TEST(FieldSetCodec, LeavesOutElementsOfUnknownKinds) {
  EXPECT_EQ(text_of(fields(R"({"z:new":{},"f:a":{}})")), R"({"f:a":{}})");
}

TEST(FieldSetCodec, RefusesWhatIsNoSet) {
  for (const char* text : {"[]", "1", R"({"f:a":1})", R"({"spec":{}})", R"({"k:x":{}})"}) {
    EXPECT_FALSE(decode_field_set(document(text)).has_value()) << text;
  }
}

}  // namespace
}  // namespace sluice::api
