// SPDX-License-Identifier: Apache-2.0
#include "runtime/definitions.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "api/meta.h"
#include "base/files.h"
#include "json/yaml.h"

namespace sluice::runtime {
namespace {

// The fields below a schema that `kubectl explain` has no words for, by path.
void undescribed(const json::Value& schema, const std::string& path,
                 std::vector<std::string>& found) {
  for (const auto& [name, field] : schema.at("properties").as_object()) {
    const std::string place = path + "." + name;
    if (field.at("description").as_string().empty()) {
      found.push_back(place);
    }
    undescribed(field, place, found);
  }
  for (const char* each : {"items", "additionalProperties"}) {
    if (const json::Value* inner = schema.find(each)) {
      undescribed(*inner, path + "[]", found);
    }
  }
}

TEST(Definitions, EveryFieldOfOurKindsIsDescribed) {
  int kinds = 0;
  std::vector<std::string> found;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(SLUICE_SOURCE_DIR) + "/deploy/crds")) {
    const auto documents = json::parse_yaml(read_file(file.path()).value());
    ASSERT_TRUE(documents.has_value()) << file.path();
    for (const json::Value& document : *documents) {
      for (const json::Value& version : document.at("spec", "versions").as_array()) {
        ++kinds;
        const json::Value& parts = version.at("schema", "openAPIV3Schema", "properties");
        for (const char* part : {"spec", "status"}) {
          undescribed(parts.at(part), api::name(document) + "." + part, found);
        }
      }
    }
  }
  EXPECT_GE(kinds, 6);
  EXPECT_EQ(found, std::vector<std::string>{});
}

}  // namespace
}  // namespace sluice::runtime
