// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// The Schema of one version of a custom resource, from its OpenAPI v3 schema: what the engines for
// pruning, defaulting and applying work from, as for built-in kinds. Owns what the Schema points
// to, except texts of `openapi`, which must outlive it at its place. Immutable; not movable.
class CustomSchema {
 public:
  // `name` is the definition's, "com.example.v1.Thing".
  CustomSchema(const json::Value& openapi, std::string_view name);
  CustomSchema(const CustomSchema&) = delete;
  CustomSchema& operator=(const CustomSchema&) = delete;

  const Schema& root() const { return *root_; }

 private:
  Field member(std::string_view name, const json::Value& openapi);
  void describe_list(const json::Value& openapi, Field& field);
  void describe_object(const json::Value& openapi, Field& field);
  void set_element(const json::Value& openapi, Field& field);
  const Schema* object(const json::Value& openapi, std::string_view name, bool resource);
  std::string_view keep(std::string text);

  std::deque<Schema> schemas_;
  std::deque<std::vector<Field>> fields_;
  std::deque<std::string> texts_;
  const Schema* root_;
};

}  // namespace sluice::api
