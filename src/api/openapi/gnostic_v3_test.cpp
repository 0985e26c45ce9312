// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "api/openapi.h"
#include "api/openapi/gnostic.h"
#include "api/wire.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// What stands below a path of field numbers, the first of each.
std::string_view at(std::string_view message, std::initializer_list<std::uint32_t> path) {
  for (const std::uint32_t number : path) {
    WireReader reader(message);
    auto field = reader.next();
    while (field.has_value() && field->has_value() && (*field)->number != number) {
      field = reader.next();
    }
    if (!field.has_value() || !field->has_value()) {
      ADD_FAILURE() << "no field " << number;
      return {};
    }
    message = (*field)->text;
  }
  return message;
}

TEST(GnosticV3, SchemasCarryTypesReferencesAndExtensions) {
  const std::string document =
      to_gnostic_v3(json::parse(R"({"openapi":"3.0.0","info":{"title":"T","version":"1"},"paths":{},
      "components":{"schemas":{"Pod":{"type":"object","properties":{"spec":{"default":{},
      "allOf":[{"$ref":"#/components/schemas/PodSpec"}]}},"x-kubernetes-map-type":"atomic"}}}})")
                        .value());
  EXPECT_EQ(at(document, {1}), "3.0.0");
  EXPECT_EQ(at(document, {2, 6}), "1");
  EXPECT_EQ(at(document, {5, 1, 1, 1}), "Pod");
  const std::string_view pod = at(document, {5, 1, 1, 2, 1});
  EXPECT_EQ(at(pod, {25}), "object");
  EXPECT_EQ(at(pod, {31, 1, 1}), "spec");
  const std::string_view spec = at(pod, {31, 1, 2, 1});
  EXPECT_EQ(at(spec, {26, 2, 1}), "#/components/schemas/PodSpec");
  EXPECT_EQ(at(spec, {33}), "");
  EXPECT_EQ(at(pod, {36, 1}), "x-kubernetes-map-type");
  EXPECT_EQ(at(pod, {36, 2, 2}), "\"atomic\"");
}

TEST(GnosticV3, OperationsCarryParametersBodiesAndAnswers) {
  const std::string document =
      to_gnostic_v3(json::parse(R"({"paths":{"/pods":{"post":{"operationId":"createPod",
      "parameters":[{"name":"dryRun","in":"query","schema":{"type":"string"}}],
      "requestBody":{"content":{"*/*":{"schema":{"$ref":"P"}}}},
      "responses":{"201":{"description":"OK","content":{"application/json":{"schema":{"$ref":"P"}}}}},
      "x-kubernetes-action":"post"}}}})")
                        .value());
  EXPECT_EQ(at(document, {4, 1, 1}), "/pods");
  const std::string_view post = at(document, {4, 1, 2, 6});
  EXPECT_EQ(at(post, {5}), "createPod");
  EXPECT_EQ(at(post, {6, 1, 1}), "dryRun");
  EXPECT_EQ(at(post, {6, 1, 10, 1, 25}), "string");
  EXPECT_EQ(at(post, {7, 1, 2, 1, 1}), "*/*");
  EXPECT_EQ(at(post, {7, 1, 2, 1, 2, 1, 2, 1}), "P");
  EXPECT_EQ(at(post, {8, 2, 1}), "201");
  EXPECT_EQ(at(post, {8, 2, 2, 1, 3, 1, 1}), "application/json");
  EXPECT_EQ(at(post, {13, 1}), "x-kubernetes-action");
}

TEST(GnosticV3, EveryDocumentCanBeWritten) {
  for (const std::string& path : openapi_v3_paths(builtin_kinds())) {
    const std::string bytes = to_gnostic_v3(*openapi_v3(builtin_kinds(), path));
    EXPECT_EQ(at(bytes, {1}), "3.0.0") << path;
  }
}

}  // namespace
}  // namespace sluice::api
