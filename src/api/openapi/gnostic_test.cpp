// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/gnostic.h"

#include <gtest/gtest.h>

#include <vector>

#include "api/openapi.h"
#include "api/wire.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// The texts of all fields with that number, in order.
std::vector<std::string_view> texts(std::string_view message, std::uint32_t number) {
  std::vector<std::string_view> found;
  WireReader reader(message);
  while (true) {
    const auto field = reader.next();
    if (!field.has_value()) {
      ADD_FAILURE() << field.error().message;
      return found;
    }
    if (!field->has_value()) {
      return found;
    }
    if ((*field)->number == number) {
      found.push_back((*field)->text);
    }
  }
}

std::string_view value_named(const std::vector<std::string_view>& entries, std::string_view name) {
  for (const std::string_view entry : entries) {
    if (texts(entry, 1).at(0) == name) {
      return texts(entry, 2).at(0);
    }
  }
  ADD_FAILURE() << "no entry " << name;
  return {};
}

TEST(Gnostic, DefinitionsCarryTypesReferencesAndExtensions) {
  const std::string document = openapi_v2_protobuf(openapi_v2(builtin_kinds()));
  EXPECT_EQ(texts(document, 1).at(0), "2.0");
  const auto definitions = texts(texts(document, 9).at(0), 1);
  const std::string_view pod = value_named(definitions, "io.k8s.api.core.v1.Pod");
  EXPECT_EQ(texts(texts(pod, 22).at(0), 1).at(0), "object");
  const auto properties = texts(texts(pod, 25).at(0), 1);
  EXPECT_EQ(texts(value_named(properties, "spec"), 1).at(0),
            "#/definitions/io.k8s.api.core.v1.PodSpec");
  const std::string_view gvk = value_named(texts(pod, 31), "x-kubernetes-group-version-kind");
  EXPECT_EQ(texts(gvk, 2).at(0), R"([{"group":"","kind":"Pod","version":"v1"}])");
}

TEST(Gnostic, OperationsCarryQueryParameters) {
  const std::string document = openapi_v2_protobuf(openapi_v2(builtin_kinds()));
  const auto all = texts(texts(document, 8).at(0), 2);
  const std::string_view item = value_named(all, "/api/v1/nodes/{name}");
  const std::string_view patch = texts(item, 8).at(0);
  std::string names;
  for (const std::string_view parameter : texts(patch, 8)) {
    const std::string_view inner = texts(parameter, 1).at(0);
    if (!texts(inner, 2).empty()) {
      const std::string_view query = texts(texts(inner, 2).at(0), 3).at(0);
      names += std::string(texts(query, 4).at(0)) + " ";
    }
  }
  EXPECT_EQ(names, "dryRun fieldManager fieldValidation force ");
}

}  // namespace
}  // namespace sluice::api
