// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_warnings.h"

#include <algorithm>

#include "api/crd/formats.h"
#include "base/go_text.h"

namespace sluice::api {
namespace {

using Formats = std::vector<std::string>;

bool has(const Formats& formats, const std::string& format) {
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

// Of a schema and all schemas in it; definitions are checked for their depth before.
void collect(const json::Value& schema, Formats& unknown) {
  const std::string& format = schema.at("format").as_string();
  if (!format.empty() && schema.at("type").as_string() == "string" && !is_known_format(format) &&
      !has(unknown, format)) {
    unknown.push_back(format);
  }
  for (const char* one : {"items", "additionalProperties", "not"}) {
    if (const json::Value* part = schema.find(one)) {
      collect(*part, unknown);
    }
  }
  for (const char* many : {"allOf", "anyOf", "oneOf"}) {
    for (const json::Value& part : schema.at(many).as_array()) {
      collect(part, unknown);
    }
  }
  for (const json::Member& property : schema.at("properties").as_object()) {
    collect(property.value, unknown);
  }
}

Formats unknown_formats(const json::Value& definition) {
  Formats unknown;
  for (const json::Value& version : definition.at("spec", "versions").as_array()) {
    collect(version.at("schema", "openAPIV3Schema"), unknown);
  }
  return unknown;
}

}  // namespace

std::vector<std::string> definition_warnings(const json::Value& definition,
                                             const json::Value* old) {
  const Formats before = old != nullptr ? unknown_formats(*old) : Formats();
  std::vector<std::string> warnings;
  for (const std::string& format : unknown_formats(definition)) {
    if (!has(before, format)) {
      warnings.push_back("unrecognized format " + go_quoted(format));
    }
  }
  return warnings;
}

}  // namespace sluice::api
