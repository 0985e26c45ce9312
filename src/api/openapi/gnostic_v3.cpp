// SPDX-License-Identifier: Apache-2.0
// Field numbers are those of gnostic's OpenAPIv3.proto. Maps travel as lists of {1: name, 2:
// value}; what may be a reference as {1: itself | 2: {1: reference}}; extensions ("x-…") as {1:
// name, 2: {2: yaml}}, for which JSON text will do.
#include "api/openapi/gnostic.h"
#include "api/wire.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Member;
using json::Value;

struct Number {
  std::string_view name;
  int number;
};

constexpr Number kSchemaFlags[] = {
    {"nullable", 1}, {"exclusiveMaximum", 12}, {"exclusiveMinimum", 14}, {"uniqueItems", 20}};
constexpr Number kSchemaReals[] = {{"multipleOf", 10}, {"maximum", 11}, {"minimum", 13}};
constexpr Number kSchemaCounts[] = {{"maxLength", 15},     {"minLength", 16},
                                    {"maxItems", 18},      {"minItems", 19},
                                    {"maxProperties", 21}, {"minProperties", 22}};
constexpr Number kSchemaTexts[] = {
    {"title", 9}, {"pattern", 17}, {"type", 25}, {"description", 34}, {"format", 35}};
constexpr Number kSchemaLists[] = {{"allOf", 26}, {"oneOf", 27}, {"anyOf", 28}};
constexpr Number kMethods[] = {{"get", 4},     {"put", 5},  {"post", 6},  {"delete", 7},
                               {"options", 8}, {"head", 9}, {"patch", 10}};

class Writer {
 public:
  std::string document(const Value& value) {
    text(1, value.at("openapi"));
    within(2, [&] {
      text(1, value.at("info", "title"));
      text(6, value.at("info", "version"));
    });
    within(4, [&] { map(1, value.at("paths"), [&](const Value& item) { path_item(item); }); });
    within(5, [&] {
      within(1, [&] {
        map(1, value.at("components", "schemas"), [&](const Value& item) { or_reference(item); });
      });
    });
    return std::move(out_).bytes();
  }

 private:
  template <class Write>
  void within(int number, const Write& write) {
    const std::size_t opened = out_.open(number);
    write();
    out_.close(opened);
  }

  template <class Write>
  void map(int number, const Value& value, const Write& write) {
    for (const Member& member : value.as_object()) {
      within(number, [&] {
        out_.text(1, member.key);
        within(2, [&] { write(member.value); });
      });
    }
  }

  void text(int number, const Value& value) {
    if (!value.as_string().empty()) {
      out_.text(number, value.as_string());
    }
  }

  void words(int number, const Value& list) {
    for (const Value& word : list.as_array()) {
      out_.text(number, word.as_string());
    }
  }

  void extensions(int number, const Value& value) {
    for (const Member& member : value.as_object()) {
      if (member.key.starts_with("x-")) {
        within(number, [&] {
          out_.text(1, member.key);
          within(2, [&] { out_.text(2, json::write(member.value)); });
        });
      }
    }
  }

  void or_reference(const Value& value) {
    if (const Value* target = value.find("$ref")) {
      within(2, [&] { text(1, *target); });
    } else {
      within(1, [&] { schema(value); });
    }
  }

  void schema(const Value& value) {
    scalars(value);
    words(23, value.at("required"));
    for (const Value& choice : value.at("enum").as_array()) {
      within(24, [&] { out_.text(2, json::write(choice)); });
    }
    for (const auto& [name, number] : kSchemaLists) {
      for (const Value& item : value.at(name).as_array()) {
        within(number, [&] { or_reference(item); });
      }
    }
    if (const Value* other = value.find("not")) {
      within(29, [&] { schema(*other); });
    }
    if (const Value* items = value.find("items")) {
      within(30, [&] { within(1, [&] { or_reference(*items); }); });
    }
    if (const Value* members = value.find("properties")) {
      within(31, [&] { map(1, *members, [&](const Value& item) { or_reference(item); }); });
    }
    if (const Value* additional = value.find("additionalProperties")) {
      within(32, [&] { additional_properties(*additional); });
    }
    if (const Value* fallback = value.find("default")) {
      within(33, [&] { default_value(*fallback); });
    }
    extensions(36, value);
  }

  void scalars(const Value& value) {
    for (const auto& [name, number] : kSchemaFlags) {
      out_.boolean(number, value.at(name).as_bool());
    }
    for (const auto& [name, number] : kSchemaTexts) {
      text(number, value.at(name));
    }
    for (const auto& [name, number] : kSchemaCounts) {
      if (const Value* count = value.find(name)) {
        out_.integer(number, count->as_int());
      }
    }
    for (const auto& [name, number] : kSchemaReals) {
      if (const Value* real = value.find(name)) {
        out_.real(number, real->as_double());
      }
    }
  }

  void additional_properties(const Value& value) {
    if (value.is_bool()) {
      out_.integer(2, value.as_bool() ? 1 : 0);
    } else {
      within(1, [&] { or_reference(value); });
    }
  }

  // Objects and lists have no form here.
  void default_value(const Value& value) {
    if (value.is_number()) {
      out_.real(1, value.as_double());
    } else if (value.is_bool()) {
      out_.integer(2, value.as_bool() ? 1 : 0);
    } else if (value.is_string()) {
      out_.text(3, value.as_string());
    }
  }

  void parameters(int number, const Value& list) {
    for (const Value& parameter : list.as_array()) {
      within(number, [&] {
        within(1, [&] {
          text(1, parameter.at("name"));
          text(2, parameter.at("in"));
          text(3, parameter.at("description"));
          out_.boolean(4, parameter.at("required").as_bool());
          within(10, [&] { or_reference(parameter.at("schema")); });
        });
      });
    }
  }

  void content(int number, const Value& types) {
    within(number, [&] {
      map(1, types,
          [&](const Value& type) { within(1, [&] { or_reference(type.at("schema")); }); });
    });
  }

  void operation(const Value& value) {
    words(1, value.at("tags"));
    text(3, value.at("description"));
    text(5, value.at("operationId"));
    parameters(6, value.at("parameters"));
    if (const Value* body = value.find("requestBody")) {
      within(7, [&] {
        within(1, [&] {
          content(2, body->at("content"));
          out_.boolean(3, body->at("required").as_bool());
        });
      });
    }
    within(8, [&] {
      map(2, value.at("responses"), [&](const Value& answer) {
        within(1, [&] {
          text(1, answer.at("description"));
          if (const Value* types = answer.find("content")) {
            content(3, *types);
          }
        });
      });
    });
    extensions(13, value);
  }

  void path_item(const Value& value) {
    for (const auto& [method, number] : kMethods) {
      if (const Value* described = value.find(method)) {
        within(number, [&] { operation(*described); });
      }
    }
    parameters(13, value.at("parameters"));
    extensions(14, value);
  }

  WireWriter out_;
};

}  // namespace

std::string to_gnostic_v3(const Value& document) {
  return Writer().document(document);
}

}  // namespace sluice::api
