// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/paths.h"

#include <string>
#include <string_view>
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

class Writer {
 public:
  Writer(const Kind& kind, OpenApi dialect, Object& paths)
      : kind_(kind), dialect_(dialect), paths_(paths) {}

  void write() {
    const std::string plural(kind_.plural);
    const std::string scope = kind_.namespaced ? "/namespaces/{namespace}/" : "/";
    const std::string collection = root_of(kind_) + scope + plural;
    add(collection, false,
        served({{"get", "list", "list", ParameterSet::kList, {}, list_definition_name(kind_)},
                {"post", "post", "create", ParameterSet::kWrite, self(), self()},
                {"delete", "deletecollection", "deletecollection", ParameterSet::kDelete,
                 std::string(tables::kMetaV1DeleteOptions.name),
                 std::string(tables::kMetaV1Status.name)}}));
    if (kind_.namespaced && kind_.serves("list")) {
      const std::string all = root_of(kind_) + "/" + plural;
      Value item = Object{
          {"get",
           operation({"get", "list", "list", ParameterSet::kList, {}, list_definition_name(kind_)},
                     "ForAllNamespaces")}};
      paths_.append(all, std::move(item));
    }
    add(collection + "/{name}", true,
        served({{"get", "get", "read", ParameterSet::kNone, {}, self()},
                {"put", "put", "replace", ParameterSet::kWrite, self(), self()},
                {"patch", "patch", "patch", ParameterSet::kPatch, "patch", self()},
                {"delete", "delete", "delete", ParameterSet::kDelete,
                 std::string(tables::kMetaV1DeleteOptions.name),
                 std::string(tables::kMetaV1Status.name)}}));
    for (const tables::Subresource& sub : subresources_of(kind_)) {
      if (sub.schema != nullptr) {
        add_subresource(collection + "/{name}/" + std::string(sub.name), sub);
      }
    }
  }

 private:
  struct Verb {
    std::string_view method;
    std::string_view action;  // x-kubernetes-action
    std::string_view prefix;  // of operationId
    ParameterSet parameters;
    std::string body;  // definition; "patch" for patches; empty: none
    std::string answer;
  };

  std::vector<Verb> served(std::vector<Verb> verbs) const {
    std::erase_if(verbs, [&](const Verb& verb) {
      const std::string_view action = verb.action;
      const std::string_view name = action == "post"  ? "create"
                                    : action == "put" ? "update"
                                                      : action;
      return !kind_.serves(name);
    });
    return verbs;
  }

  std::string self() const { return std::string(kind_.schema->name); }

  Value operation(const Verb& verb, std::string_view suffix) const {
    const std::string_view kind_name = kind_.kind;
    return describe_operation(kind_, dialect_,
                              {.action = verb.action,
                               .id_prefix = verb.prefix,
                               .id_suffix = suffix,
                               .kind = kind_name,
                               .parameters = verb.parameters,
                               .body = verb.body,
                               .answer = verb.answer});
  }

  void add(const std::string& path, bool named, const std::vector<Verb>& verbs,
           std::string_view suffix = "") {
    Value item = Object{};
    for (const Verb& verb : verbs) {
      item[verb.method] = operation(verb, suffix);
    }
    if (verbs.empty()) {
      return;
    }
    item["parameters"] = path_parameters(dialect_, named, kind_.namespaced);
    paths_.append(path, std::move(item));
  }

  void add_subresource(const std::string& path, const tables::Subresource& sub) {
    std::vector<Verb> verbs;
    const std::string definition(sub.schema->name);
    for (const std::string_view verb : sub.verbs) {
      if (verb == "get") {
        verbs.push_back({"get", "get", "read", ParameterSet::kNone, {}, definition});
      } else if (verb == "update") {
        verbs.push_back({"put", "put", "replace", ParameterSet::kWrite, definition, definition});
      } else if (verb == "patch") {
        verbs.push_back({"patch", "patch", "patch", ParameterSet::kPatch, "patch", definition});
      } else if (verb == "create") {
        verbs.push_back({"post", "post", "create", ParameterSet::kWrite, definition, definition});
      }
    }
    std::string suffix(sub.name);
    suffix[0] = static_cast<char>(suffix[0] - 'a' + 'A');
    add(path, true, verbs, suffix);
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
