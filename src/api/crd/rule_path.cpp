// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_path.h"

namespace sluice::api {
namespace {

// Takes ".name" or "['name']" from the front.
Result<std::string> take_step(std::string_view& path) {
  if (path.front() == '.') {
    path.remove_prefix(1);
    const std::string name(path.substr(0, path.find_first_of(".[]")));
    path.remove_prefix(name.size());
    return name.empty() ? Result<std::string>(fail(Code::kInvalid, "unexpected end of JSON path"))
                        : Result<std::string>(name);
  }
  if (path.substr(0, 2) != "['") {
    return fail(Code::kInvalid, "expected [ or . but got: " + std::string(path));
  }
  std::string name;
  std::size_t at = 2;
  for (; at < path.size() && path[at] != '\''; ++at) {
    if (path[at] == '\\' && at + 1 < path.size()) {
      static constexpr std::string_view kNames = "abfnrtv'\\";
      static constexpr std::string_view kValues = "\a\b\f\n\r\t\v'\\";
      const std::size_t found = kNames.find(path[++at]);
      if (found == std::string_view::npos) {
        return fail(Code::kInvalid, "invalid string literal: invalid escape char");
      }
      name += kValues[found];
    } else {
      name += path[at];
    }
  }
  if (path.substr(at, 2) != "']") {
    return fail(Code::kInvalid, "unexpected end of JSON path");
  }
  path.remove_prefix(at + 2);
  return name;
}

}  // namespace

Result<std::string> rule_field_path(std::string_view path, const json::Value& schema) {
  const json::Value* at = &schema;
  std::string text;
  while (!path.empty()) {
    TRY_ASSIGN(const std::string name, take_step(path));
    if (at->find("properties") != nullptr) {
      at = at->at("properties").find(name);
      text += (text.empty() ? "" : ".") + name;
    } else {
      const json::Value* values = at->find("additionalProperties");
      at = values != nullptr && values->is_object() ? values : nullptr;
      text += "[" + name + "]";
    }
    if (at == nullptr) {
      return fail(Code::kInvalid, "does not refer to a valid field");
    }
  }
  return text;
}

}  // namespace sluice::api
