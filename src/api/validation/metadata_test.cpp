// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string metadata_faults(const Kind& kind, const char* metadata) {
  json::Value object;
  object["metadata"] = json::parse(metadata).value();
  const auto result = validate_create(kind, object);
  return reasons(result);
}

TEST(MetadataRules, DemandNamesInTheFormOfTheKind) {
  const Kind& map = kinds::config_map();
  EXPECT_EQ(metadata_faults(map, R"({"name":"a.b","namespace":"n"})"), "");
  EXPECT_EQ(metadata_faults(map, R"({"namespace":"n"})"),
            "metadata.name: Required value: name or generateName is required");
  EXPECT_EQ(
      metadata_faults(map, R"({"name":"A","namespace":"n"})")
          .find("metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist"),
      0U);
  EXPECT_EQ(metadata_faults(map, R"({"name":"a"})"), "metadata.namespace: Required value");
  EXPECT_NE(metadata_faults(kinds::namespace_(), R"({"name":"a.b"})"), "");
  EXPECT_EQ(metadata_faults(kinds::namespace_(), R"({"name":"a","namespace":"n"})"),
            "metadata.namespace: Forbidden: not allowed on this type");
  EXPECT_EQ(name_fault(kinds::service(), "1a").substr(0, 16), "a DNS-1035 label");
  EXPECT_EQ(metadata_faults(map, R"({"generateName":"a-","name":"a-x1","namespace":"n"})"), "");
}

TEST(MetadataRules, CheckLabelsAnnotationsAndOwners) {
  const Kind& map = kinds::config_map();
  EXPECT_EQ(
      metadata_faults(map, R"({"name":"a","namespace":"n","labels":{"ok":"-bad"}})")
          .find("metadata.labels: Invalid value: \"-bad\": a valid label must be an empty string"),
      0U);
  EXPECT_EQ(metadata_faults(
                map, R"({"name":"a","namespace":"n","annotations":{"Ex.com/A":"any thing"}})"),
            "");
  EXPECT_NE(metadata_faults(map, R"({"name":"a","namespace":"n","annotations":{"a b":""}})"), "");
  EXPECT_EQ(
      metadata_faults(map, R"({"name":"a","namespace":"n","ownerReferences":[{"kind":"K","name":"o",
    "uid":"u"}]})"),
      "metadata.ownerReferences.apiVersion: Invalid value: \"\": version must not be empty");
}

TEST(MetadataRules, NoNewFinalizersWhileBeingDeleted) {
  const json::Value old = json::parse(R"({"metadata":{"name":"a","namespace":"n",
    "deletionTimestamp":"2030-01-01T00:00:00Z","finalizers":["x.com/a"]}})")
                              .value();
  json::Value now = old;
  now["metadata"]["finalizers"].array().emplace_back("x.com/b");
  EXPECT_FALSE(validate_update(kinds::config_map(), now, old).has_value());
  now["metadata"].erase("finalizers");
  EXPECT_TRUE(validate_update(kinds::config_map(), now, old).has_value());
}

}  // namespace
}  // namespace sluice::api
