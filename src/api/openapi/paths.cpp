// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/paths.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/openapi/definitions.h"
#include "api/openapi/operation.h"
#include "api/schema.h"
#include "api/subresources.h"
#include "api/tables/schemas.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

std::string root_of(const Kind& kind) {
  const std::string version(kind.version);
  return kind.group.empty() ? "/api/" + version
                            : "/apis/" + std::string(kind.group) + "/" + version;
}

// What a request to a stream may say in its URL.
struct Connection {
  std::string_view subresource;
  ParameterSet parameters;
};
constexpr Connection kConnections[] = {{"attach", ParameterSet::kAttach},
                                       {"exec", ParameterSet::kExec},
                                       {"portforward", ParameterSet::kPortForward},
                                       {"proxy", ParameterSet::kProxy}};

// The HTTP methods of verbs on a connection.
struct Method {
  std::string_view verb;
  std::string_view method;
  std::string_view infix;  // of operationId
};
constexpr Method kMethods[] = {{"get", "get", "Get"},
                               {"create", "post", "Post"},
                               {"update", "put", "Put"},
                               {"patch", "patch", "Patch"},
                               {"delete", "delete", "Delete"}};
// Those that no verb is for, of a proxy.
constexpr Method kMoreMethods[] = {{"", "head", "Head"}, {"", "options", "Options"}};

std::string capitalized(std::string_view name) {
  std::string result(name);
  result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

class Writer {
 public:
  Writer(const Kind& kind, OpenApi dialect, Object& paths)
      : kind_(kind), dialect_(dialect), paths_(paths) {}

  void write() {
    const std::string plural(kind_.plural);
    const std::string scope = kind_.namespaced ? "/namespaces/{namespace}/" : "/";
    const std::string collection = scope + plural;
    add_collection(root_of(kind_) + collection);
    add_object(root_of(kind_) + collection + "/{name}");
    if (kind_.namespaced && kind_.serves("list")) {
      add(root_of(kind_) + "/" + plural, {},
          {{"get", {.action = "list",
                    .id_prefix = "list",
                    .id_suffix = "ForAllNamespaces",
                    .parameters = ParameterSet::kList,
                    .answer = list_definition_name(kind_)}}});
    }
    for (const tables::Subresource& sub : subresources_of(kind_)) {
      const std::string path = root_of(kind_) + collection + "/{name}/" + std::string(sub.name);
      if (sub.schema == nullptr) {
        add_connections(path, sub);
      } else {
        add_subresource(path, sub);
      }
    }
    if (kind_.custom == nullptr && kind_.serves("watch")) {
      add_watches(root_of(kind_) + "/watch", collection);
    }
  }

 private:
  struct Operation {
    std::string_view method;
    OperationFacts facts;
  };
  using Operations = std::vector<Operation>;

  // Without those that the kind does not serve.
  Operations served(Operations operations) const {
    std::erase_if(operations, [&](const Operation& operation) {
      const std::string_view action = operation.facts.action;
      const std::string_view name = action == "post"  ? "create"
                                    : action == "put" ? "update"
                                                      : action;
      return !kind_.serves(name);
    });
    return operations;
  }

  std::string self() const { return std::string(kind_.schema->name); }

  void add(const std::string& path, const PathFacts& facts, const Operations& operations) {
    if (operations.empty()) {
      return;
    }
    Value item = Object{};
    for (const auto& [method, described] : operations) {
      item[method] = describe_operation(kind_, dialect_, described);
    }
    item["parameters"] = path_parameters(dialect_, facts);
    paths_.append(path, std::move(item));
  }

  PathFacts for_all() const { return {.namespaced = kind_.namespaced}; }
  PathFacts for_one() const { return {.named = true, .namespaced = kind_.namespaced}; }

  void add_collection(const std::string& path) {
    const bool custom = kind_.custom != nullptr;
    add(path, for_all(),
        served({{"get", {.action = "list",
                         .id_prefix = "list",
                         .parameters = ParameterSet::kList,
                         .answer = list_definition_name(kind_)}},
                {"post", writing("post", "create", self())},
                {"delete", {.action = "deletecollection",
                            .id_prefix = "delete",
                            .id_infix = "Collection",
                            .parameters = custom ? ParameterSet::kList  // of custom ones it says less
                                                 : ParameterSet::kDeleteCollection,
                            .body = custom ? "" : std::string(tables::kMetaV1DeleteOptions.name),
                            .answer = std::string(tables::kMetaV1Status.name)}}}));
  }

  void add_object(const std::string& path) {
    // Namespaces are answered with themselves too, but are said not to be.
    const bool itself = kind_.returns_deleted && kind_.plural != "namespaces";
    add(path, for_one(),
        served({{"get", reading(self())},
                {"put", writing("put", "replace", self())},
                {"patch", writing("patch", "patch", self())},
                {"delete",
                 {.action = "delete",
                  .id_prefix = "delete",
                  .parameters = ParameterSet::kDelete,
                  .body = std::string(tables::kMetaV1DeleteOptions.name),
                  .answer = itself ? self() : std::string(tables::kMetaV1Status.name)}}}));
  }

  OperationFacts reading(std::string definition) const {
    return {.action = "get",
            .id_prefix = "read",
            .parameters = kind_.custom == nullptr ? ParameterSet::kNone : ParameterSet::kGet,
            .answer = std::move(definition)};
  }

  static OperationFacts writing(std::string_view action, std::string_view prefix,
                                const std::string& definition) {
    const bool patches = action == "patch";
    return {.action = action,
            .id_prefix = prefix,
            .parameters = patches ? ParameterSet::kPatch : ParameterSet::kWrite,
            .body = patches ? "patch" : definition,
            .answer = definition};
  }

  // What is sent is of its own group and version, a custom kind's is said to be the kind.
  void about(const tables::Subresource& sub, OperationFacts& facts) const {
    if (kind_.custom == nullptr) {
      const bool elsewhere = !sub.kind_version.empty();
      facts.group = elsewhere ? sub.kind_group : kind_.group;
      facts.version = elsewhere ? sub.kind_version : kind_.version;
      facts.kind = sub.kind;
    }
  }

  void add_subresource(const std::string& path, const tables::Subresource& sub) {
    Operations operations;
    const std::string definition(sub.schema->name);
    for (const std::string_view verb : sub.verbs) {
      if (verb == "get" && sub.name == "log") {
        operations.push_back({"get", {.action = "get",
                                      .id_prefix = "read",
                                      .parameters = ParameterSet::kLog}});
      } else if (verb == "get") {
        operations.push_back({"get", reading(definition)});
      } else if (verb == "update") {
        operations.push_back({"put", writing("put", "replace", definition)});
      } else if (verb == "patch") {
        operations.push_back({"patch", writing("patch", "patch", definition)});
      } else if (verb == "create") {
        operations.push_back({"post", writing("post", "create", definition)});
      }
    }
    const std::string suffix = capitalized(sub.name);
    for (Operation& operation : operations) {
      operation.facts.id_suffix = suffix;
      about(sub, operation.facts);
    }
    add(path, for_one(), operations);
  }

  void add_connections(const std::string& path, const tables::Subresource& sub) {
    const auto* const known =
        std::find_if(std::begin(kConnections), std::end(kConnections),
                     [&](const Connection& one) { return one.subresource == sub.name; });
    if (known == std::end(kConnections)) {
      return;
    }
    PathFacts facts = for_one();
    facts.connects = known->parameters;
    add(path, facts, connections(sub, capitalized(sub.name)));
    if (known->parameters == ParameterSet::kProxy) {
      facts.ends_open = true;
      add(path + "/{path}", facts, connections(sub, capitalized(sub.name) + "WithPath"));
    }
  }

  Operations connections(const tables::Subresource& sub, std::string_view suffix) const {
    Operations operations;
    const auto connect = [&](const Method& method) {
      OperationFacts facts{.action = "connect",
                           .id_prefix = "connect",
                           .id_infix = method.infix,
                           .id_suffix = suffix};
      about(sub, facts);
      operations.push_back({method.method, std::move(facts)});
    };
    for (const Method& method : kMethods) {
      if (std::find(sub.verbs.begin(), sub.verbs.end(), method.verb) != sub.verbs.end()) {
        connect(method);
      }
    }
    if (sub.name == "proxy") {
      std::for_each(std::begin(kMoreMethods), std::end(kMoreMethods), connect);
    }
    return operations;
  }

  // The watches of old clients, who have a path of their own for them.
  void add_watches(const std::string& root, const std::string& collection) {
    const auto watching = [](std::string_view action, std::string_view suffix) {
      return Operations{{"get", {.action = action,
                                 .id_prefix = "watch",
                                 .id_suffix = suffix,
                                 .parameters = ParameterSet::kList,
                                 .answer = std::string(kWatchEventDefinition)}}};
    };
    add(root + collection, for_all(), watching("watchlist", "List"));
    if (kind_.namespaced) {
      add(root + "/" + std::string(kind_.plural), {},
          watching("watchlist", "ListForAllNamespaces"));
    }
    add(root + collection + "/{name}", for_one(), watching("watch", ""));
  }

  const Kind& kind_;
  OpenApi dialect_;
  Object& paths_;
};

}  // namespace

Value paths(std::span<const Kind> kinds, OpenApi dialect) {
  Object result;
  for (const Kind& kind : kinds) {
    Writer(kind, dialect, result).write();
  }
  return result;
}

}  // namespace sluice::api
