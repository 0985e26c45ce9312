// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/openapi/dialect.h"
#include "json/value.h"

namespace sluice::api {

enum class ParameterSet {
  kNone,
  kGet,
  kList,
  kWrite,
  kPatch,
  kDelete,
  kDeleteCollection,
  kLog,
  kAttach,
  kExec,
  kPortForward,
  kProxy
};

// One HTTP operation on a kind.
struct OperationFacts {
  std::string_view action;          // "list", "post", "connect"
  std::string_view id_prefix;       // "list", "create", "connect"; then group and version
  std::string_view id_infix = {};   // "Collection", or the method of a connection
  std::string_view id_suffix = {};  // "Status" of a subresource, "ForAllNamespaces"
  // What is sent: a Scale, PodExecOptions; empty: the kind itself.
  std::string_view group = {};
  std::string_view version = {};
  std::string_view kind = {};
  ParameterSet parameters = ParameterSet::kNone;
  std::string body = {};    // definition of the request, "patch" for patches, empty for none
  std::string answer = {};  // definition of the answer, empty for text
};

json::Value describe_operation(const Kind& kind, OpenApi dialect, const OperationFacts& facts);

// The parameters all operations of a path share.
struct PathFacts {
  bool named = false;
  bool namespaced = false;
  bool ends_open = false;  // …/{path}: whatever follows is passed on
  ParameterSet connects = ParameterSet::kNone;  // of a connection, which knows no pretty
};
json::Value path_parameters(OpenApi dialect, const PathFacts& facts);

}  // namespace sluice::api
