// SPDX-License-Identifier: Apache-2.0
#include "registry/stored_object.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::registry {
namespace {

TEST(StoredObject, EncodePutsTheRevisionInAndKeepsEverythingElse) {
  json::Value object = json::parse(R"({"kind":"Pod","spec":{"a":[1]},"apiVersion":"v1",
      "metadata":{"resourceVersion":"7","name":"x\""},"status":{}})")
                           .value();
  const std::string text = encode(object).text(42);
  object["metadata"]["resourceVersion"] = "42";
  EXPECT_EQ(json::parse(text).value(), object);
  EXPECT_TRUE(text.starts_with(R"({"apiVersion":"v1","kind":"Pod","metadata":{)"));
}

TEST(StoredObject, EncodeOfObjectWithoutMetadataIsStillAnObject) {
  const json::Value object = json::Object{{"data", json::Object{{"a", "b"}}}};
  EXPECT_EQ(encode(object).text(1), R"({"metadata":{"resourceVersion":"1"},"data":{"a":"b"}})");
}

TEST(StoredObject, DamagedTextIsInternal) {
  const StoredObject object{
      std::make_shared<const store::Record>(store::Record{.key = "/x", .value = "{"})};
  EXPECT_EQ(object.decode().error().code, Code::kInternal);
}

}  // namespace
}  // namespace sluice::registry
