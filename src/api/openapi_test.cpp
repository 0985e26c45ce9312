// SPDX-License-Identifier: Apache-2.0
#include "api/openapi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "api/test_facts.h"
#include "base/files.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Value;

bool references_resolve(const Value& value, const Value& definitions, std::string_view prefix) {
  if (const Value* reference = value.find("$ref"); reference != nullptr && reference->is_string()) {
    const std::string& target = reference->as_string();
    if (!target.starts_with(prefix) || definitions.find(target.substr(prefix.size())) == nullptr) {
      ADD_FAILURE() << target;
      return false;
    }
  }
  for (const json::Member& member : value.as_object()) {
    references_resolve(member.value, definitions, prefix);
  }
  for (const Value& item : value.as_array()) {
    references_resolve(item, definitions, prefix);
  }
  return true;
}

TEST(OpenApi, HasADocumentPerGroupVersion) {
  const std::vector<std::string> documents = openapi_v3_paths(builtin_kinds());
  EXPECT_EQ(documents.front(), "api/v1");
  EXPECT_NE(std::find(documents.begin(), documents.end(), "apis/autoscaling/v2"), documents.end());
  EXPECT_FALSE(openapi_v3(builtin_kinds(), "apis/nope/v1").has_value());
  EXPECT_EQ(json::write(openapi_v3_index({{"api/v1", "H"}})),
            R"({"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1?hash=H"}}})");
}

TEST(OpenApi, EveryReferenceResolves) {
  for (const std::string& path : openapi_v3_paths(builtin_kinds())) {
    const Value document = openapi_v3(builtin_kinds(), path).value();
    references_resolve(document, document.at("components", "schemas"), "#/components/schemas/");
  }
  const Value document = openapi_v2(builtin_kinds());
  references_resolve(document, document.at("definitions"), "#/definitions/");
}

TEST(OpenApi, PatchOperationsTellKubectlWhatTheServerCanDo) {
  const Value document = openapi_v3(builtin_kinds(), "apis/batch/v1").value();
  const Value& patch =
      document.at("paths", "/apis/batch/v1/namespaces/{namespace}/jobs/{name}", "patch");
  EXPECT_EQ(patch.at("operationId").as_string(), "patchBatchV1NamespacedJob");
  EXPECT_EQ(json::write(patch.at("x-kubernetes-group-version-kind")),
            R"({"group":"batch","kind":"Job","version":"v1"})");
  std::string names;
  for (const Value& parameter : patch.at("parameters").as_array()) {
    names += parameter.at("name").as_string() + " ";
  }
  EXPECT_EQ(names, "dryRun fieldManager fieldValidation force ");
}

TEST(OpenApi, SchemasCarryTheFactsThatApplyNeeds) {
  const Value document = openapi_v3(builtin_kinds(), "api/v1").value();
  const Value& containers = document.at("components", "schemas", "io.k8s.api.core.v1.PodSpec",
                                        "properties", "containers");
  EXPECT_EQ(containers.at("x-kubernetes-patch-merge-key").as_string(), "name");
  EXPECT_EQ(containers.at("x-kubernetes-patch-strategy").as_string(), "merge");
  EXPECT_EQ(containers.at("x-kubernetes-list-type").as_string(), "map");
}

std::vector<std::string> sorted(const Value& list) {
  std::vector<std::string> words;
  for (const Value& word : list.as_array()) {
    words.push_back(word.as_string());
  }
  std::sort(words.begin(), words.end());
  return words;
}

// Our definitions say what the release's say, prose aside.
TEST(OpenApi, DefinitionsAgreeWithTheRelease) {
  const std::filesystem::path file = std::filesystem::path(SLUICE_SOURCE_DIR) /
                                     "../shared/kubernetes/v1.35.8/openapi/swagger.json";
  if (!has_facts(file)) {
    GTEST_SKIP() << "no facts at " << file;
  }
  const Value upstream = json::parse(read_file(file).value()).value();
  const Value ours = openapi_v2(builtin_kinds());
  std::size_t compared = 0;
  for (const json::Member& definition : ours.at("definitions").as_object()) {
    if (definition.key.starts_with("io.k8s.metrics.")) {
      continue;  // another server's, upstream
    }
    Value theirs = upstream.at("definitions", definition.key);
    ASSERT_TRUE(theirs.is_object()) << definition.key;
    for (json::Member& property : theirs["properties"].object()) {
      Value mine = definition.value.at("properties", property.key);
      mine.erase("description");  // the words are our own
      for (const char* member : {"description", "default"}) {
        property.value.erase(member);
      }
      if (property.value.find("items") != nullptr) {
        property.value["items"].erase("default");
      }
      EXPECT_EQ(mine, property.value) << definition.key << "." << property.key << "\n"
                                      << json::write(mine) << "\n"
                                      << json::write(property.value);
      ++compared;
    }
    EXPECT_EQ(sorted(definition.value.at("required")), sorted(theirs.at("required")))
        << definition.key;
  }
  EXPECT_GT(compared, 2000U);
}

}  // namespace
}  // namespace sluice::api
