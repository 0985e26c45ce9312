// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "api/crd/rules.h"
#include "api/crd/value_check.h"
#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// What a CustomResourceDefinition says about one of its versions beyond what every Kind says.
// Immutable; lives as long as the Kind that points to it.
struct CustomResource {
  const json::Value& openapi;  // its OpenAPI v3 schema
  ValueCheck check;            // by that schema
  ValidationRules rules;       // and by the expressions in it
  std::size_t shape = 0;       // of its definition, see definition_shape()
  std::string list_kind;
  std::string storage_version;  // "v1"
  bool terminating = false;     // the definition is being deleted: nothing new may be created
  std::string deprecation;      // what to warn of with every request; empty: nothing
  json::Value webhook;          // {clientConfig, conversionReviewVersions}; null: versions differ
                                // in nothing but apiVersion
};

// The kinds of a definition that are served: one for each of its served versions, under the names
// that were accepted.
std::vector<KindPtr> custom_kinds(std::shared_ptr<const json::Value> definition);

// A number for what clients see of a definition: its spec and the names it was given. A watch that
// was opened under another one ends.
std::size_t definition_shape(const json::Value& definition);

// The rules of a custom kind: its schema and its scale paths. `old` is null for new objects.
// Returns what would be faults, had they not been there before.
std::vector<std::string> check_custom(const Kind& kind, const json::Value& object,
                                      const json::Value* old, Faults& faults);

}  // namespace sluice::api
