// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/openapi/dialect.h"
#include "json/value.h"

namespace sluice::api {

enum class ParameterSet { kNone, kList, kWrite, kPatch, kDelete };

// One HTTP operation on a kind.
struct OperationFacts {
  std::string_view action;     // "list", "post", "patch"
  std::string_view id_prefix;  // "list", "create", "patch"
  std::string_view id_suffix;  // "Status" of a subresource
  std::string_view kind;
  ParameterSet parameters = ParameterSet::kNone;
  std::string body;    // definition of the request, "patch" for patches, empty for none
  std::string answer;  // definition of the answer
};

json::Value describe_operation(const Kind& kind, OpenApi dialect, const OperationFacts& facts);

// The parameters all operations of a path share: name, namespace, pretty.
json::Value path_parameters(OpenApi dialect, bool named, bool namespaced);

}  // namespace sluice::api
