// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/crd/structural.h"
#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view schema) {
  Faults faults;
  const FieldPath root;
  check_schema_words(parsed(schema), root.child("s"), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(SchemaWords, RefuseWhatIsNotSupported) {
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{"$ref":"#/b"}}})"),
            "s.properties[a].$ref: Forbidden: $ref is not supported");
  EXPECT_EQ(fault(R"({"type":"array","uniqueItems":true})"),
            "s.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime "
            "complexity becomes quadratic");
  EXPECT_NE(fault(R"({"type":"text"})").find("s.type: Unsupported value: \"text\""),
            std::string::npos);
  EXPECT_NE(fault(R"({"properties":{"a":{}},"additionalProperties":{"type":"string"}})")
                .find("additionalProperties and properties are mutual exclusive"),
            std::string::npos);
}

TEST(SchemaWords, ListsWithKeysDescribeThem) {
  EXPECT_EQ(fault(R"({"type":"array","x-kubernetes-list-type":"map",
                      "x-kubernetes-list-map-keys":["a"],"items":{"type":"object",
                      "required":["a"],"properties":{"a":{"type":"string"}}}})"),
            "");
  EXPECT_NE(fault(R"({"type":"array","x-kubernetes-list-type":"map","items":{"type":"object"}})")
                .find("must not be empty if x-kubernetes-list-type is map"),
            std::string::npos);
  EXPECT_NE(fault(R"({"type":"array","x-kubernetes-list-type":"map",
                      "x-kubernetes-list-map-keys":["b"],"items":{"type":"object"}})")
                .find("entries must all be names of item properties"),
            std::string::npos);
  EXPECT_NE(fault(R"({"type":"string","x-kubernetes-list-type":"set"})")
                .find("must be array if x-kubernetes-list-type is specified"),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::api
