// SPDX-License-Identifier: Apache-2.0
// Field numbers are those of gnostic's OpenAPIv2.proto. Maps travel as lists of {1: name, 2:
// value}; extensions ("x-…") as {1: name, 2: {2: yaml}}, for which JSON text will do.
#include "api/openapi/gnostic.h"

#include "api/wire.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Member;
using json::Value;

// The numbers of vendor_extension in the messages that have one here.
constexpr int kSchemaExtension = 31;
constexpr int kOperationExtension = 13;

void put_text(WireWriter& out, int number, const Value& text) {
  if (!text.as_string().empty()) {
    out.text(number, text.as_string());
  }
}

void put_words(WireWriter& out, int number, const Value& list) {
  for (const Value& word : list.as_array()) {
    out.text(number, word.as_string());
  }
}

std::string named(std::string_view name, const std::string& message) {
  WireWriter out;
  out.text(1, name);
  out.text(2, message);
  return std::move(out).bytes();
}

void put_extensions(WireWriter& out, int number, const Value& object) {
  for (const Member& member : object.as_object()) {
    if (member.key.starts_with("x-")) {
      WireWriter any;
      any.text(2, json::write(member.value));
      out.text(number, named(member.key, std::move(any).bytes()));
    }
  }
}

std::string schema(const Value& value);

std::string wrapped(int number, const std::string& message) {
  WireWriter out;
  out.text(number, message);
  return std::move(out).bytes();
}

std::string properties(const Value& value) {
  WireWriter out;
  for (const Member& member : value.as_object()) {
    out.text(1, named(member.key, schema(member.value)));
  }
  return std::move(out).bytes();
}

std::string schema(const Value& value) {
  WireWriter out;
  put_text(out, 1, value.at("$ref"));
  put_text(out, 2, value.at("format"));
  put_text(out, 4, value.at("description"));
  put_words(out, 19, value.at("required"));
  if (const Value* additional = value.find("additionalProperties")) {
    out.text(21, wrapped(1, schema(*additional)));
  }
  if (const Value* type = value.find("type")) {
    out.text(22, wrapped(1, type->as_string()));
  }
  if (const Value* items = value.find("items")) {
    out.text(23, wrapped(1, schema(*items)));
  }
  if (const Value* members = value.find("properties")) {
    out.text(25, properties(*members));
  }
  put_extensions(out, kSchemaExtension, value);
  return std::move(out).bytes();
}

// {1: Parameter{1: body | 2: {3: query | 4: path}}}; the last two differ in their numbers.
std::string parameter(const Value& value) {
  WireWriter out;
  const std::string& in = value.at("in").as_string();
  if (in == "body") {
    put_text(out, 2, value.at("name"));
    put_text(out, 3, value.at("in"));
    out.boolean(4, value.at("required").as_bool());
    out.text(5, schema(value.at("schema")));
    return wrapped(1, wrapped(1, std::move(out).bytes()));
  }
  const bool query = in == "query";
  out.boolean(1, value.at("required").as_bool());
  put_text(out, 2, value.at("in"));
  put_text(out, 4, value.at("name"));
  put_text(out, query ? 6 : 5, value.at("type"));
  out.boolean(query ? 20 : 19, value.at("uniqueItems").as_bool());
  return wrapped(1, wrapped(2, wrapped(query ? 3 : 4, std::move(out).bytes())));
}

std::string responses(const Value& value) {
  WireWriter out;
  for (const Member& member : value.as_object()) {
    WireWriter response;
    put_text(response, 1, member.value.at("description"));
    if (const Value* answer = member.value.find("schema")) {
      response.text(2, wrapped(1, schema(*answer)));
    }
    out.text(1, named(member.key, wrapped(1, std::move(response).bytes())));
  }
  return std::move(out).bytes();
}

std::string operation(const Value& value) {
  WireWriter out;
  put_words(out, 1, value.at("tags"));
  put_text(out, 5, value.at("operationId"));
  put_words(out, 6, value.at("produces"));
  put_words(out, 7, value.at("consumes"));
  for (const Value& item : value.at("parameters").as_array()) {
    out.text(8, parameter(item));
  }
  out.text(9, responses(value.at("responses")));
  put_extensions(out, kOperationExtension, value);
  return std::move(out).bytes();
}

std::string path_item(const Value& value) {
  static constexpr std::pair<const char*, int> kMethods[] = {
      {"get", 2},     {"put", 3},  {"post", 4}, {"delete", 5},
      {"options", 6}, {"head", 7}, {"patch", 8}};
  WireWriter out;
  for (const auto& [method, number] : kMethods) {
    if (const Value* described = value.find(method)) {
      out.text(number, operation(*described));
    }
  }
  for (const Value& item : value.at("parameters").as_array()) {
    out.text(9, parameter(item));
  }
  return std::move(out).bytes();
}

}  // namespace

std::string to_gnostic(const Value& document) {
  WireWriter out;
  put_text(out, 1, document.at("swagger"));
  WireWriter info;
  put_text(info, 1, document.at("info", "title"));
  put_text(info, 2, document.at("info", "version"));
  out.text(2, std::move(info).bytes());
  WireWriter all_paths;
  for (const Member& member : document.at("paths").as_object()) {
    all_paths.text(2, named(member.key, path_item(member.value)));
  }
  out.text(8, std::move(all_paths).bytes());
  out.text(9, properties(document.at("definitions")));
  return std::move(out).bytes();
}

}  // namespace sluice::api
