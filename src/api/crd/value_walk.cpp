// SPDX-License-Identifier: Apache-2.0
//
// The order of the checks and their words follow kube-openapi's validator, since clients show them.
#include "api/crd/value_walk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "api/crd/formats.h"
#include "api/crd/keyed_items.h"
#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string_view type_name(const json::Value& value) {
  switch (value.type()) {
    case json::Type::kNull:
      return "null";
    case json::Type::kBool:
      return "boolean";
    case json::Type::kInt:
      return "integer";
    case json::Type::kDouble:
      return "number";
    case json::Type::kString:
      return "string";
    case json::Type::kArray:
      return "array";
    case json::Type::kObject:
      return "object";
  }
  return "";
}

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string(text, out);
  return out;
}

bool is_whole(const json::Value& value) {
  return value.is_int() ||
         (value.is_number() && std::trunc(value.as_double()) == value.as_double());
}

bool has_type(const json::Value& schema, const json::Value& value) {
  if (schema.at("x-kubernetes-int-or-string").as_bool()) {
    return value.is_string() || is_whole(value);
  }
  const std::string& type = schema.at("type").as_string();
  if (type.empty() || type == type_name(value)) {
    return true;
  }
  return (type == "number" && value.is_number()) ||
         (type == "integer" && is_whole(value) && value.is_number());
}

std::size_t length_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string in_body(const FieldPath& at, const std::string& problem) {
  return at.text() + " in body " + problem;
}

// By which items of the list are found again; none where they have no identity.
std::vector<std::string> keys_of(const json::Value& schema) {
  return schema.at("x-kubernetes-list-type").as_string() == "map"
             ? json::to_strings(schema.at("x-kubernetes-list-map-keys"))
             : std::vector<std::string>();
}

json::Value identity(const json::Value& schema, const json::Value& item) {
  if (schema.at("x-kubernetes-list-type").as_string() != "map") {
    return item;
  }
  json::Object keys;
  for (const json::Value& key : schema.at("x-kubernetes-list-map-keys").as_array()) {
    if (const json::Value* value = item.find(key.as_string())) {
      keys[key.as_string()] = *value;
    }
  }
  return keys;
}

}  // namespace

void ValueWalk::check(const json::Value& schema, const json::Value& value, const json::Value* old,
                      const FieldPath& at) {
  const std::size_t before = faults_.causes().size();
  check_all(schema, value, old, at);
  if (faults_.causes().size() > before && old != nullptr && *old == value) {
    faults_.keep_first(before);
  }
}

void ValueWalk::check_all(const json::Value& schema, const json::Value& value,
                          const json::Value* old, const FieldPath& at) {
  if (value.is_null()) {
    if (!schema.at("nullable").as_bool()) {
      check_type(schema, value, at);
    }
    check_words(schema, value, at);
    return;
  }
  check_type(schema, value, at);
  check_junctors(schema, value, at);
  if (value.is_string()) {
    check_text(schema, value, at);
  } else if (value.is_number()) {
    check_number(schema, value, at);
  } else if (value.is_array()) {
    check_list(schema, value, old, at);
  }
  check_words(schema, value, at);
  if (value.is_object()) {
    check_object(schema, value, old, at);
  }
}

void ValueWalk::check_type(const json::Value& schema, const json::Value& value,
                           const FieldPath& at) {
  if (has_type(schema, value)) {
    return;
  }
  const bool either = schema.at("x-kubernetes-int-or-string").as_bool();
  const std::string wanted = either ? "integer,string" : schema.at("type").as_string();
  const std::string actual = quoted(type_name(value));
  faults_.add(
      "FieldValueTypeInvalid", at,
      "Invalid value: " + actual + ": " + in_body(at, "must be of type " + wanted + ": " + actual));
}

void ValueWalk::check_text(const json::Value& schema, const json::Value& value,
                           const FieldPath& at) {
  const std::string& text = value.as_string();
  const json::Value& most = schema.at("maxLength");
  if (most.is_number() && static_cast<std::int64_t>(length_of(text)) > most.as_int()) {
    faults_.too_long(at, static_cast<std::size_t>(most.as_int()));
  }
  const json::Value& least = schema.at("minLength");
  if (least.is_number() && static_cast<std::int64_t>(length_of(text)) < least.as_int()) {
    faults_.invalid(at, value,
                    in_body(at, "should be at least " + json::write(least) + " chars long"));
  }
  const std::string& pattern = schema.at("pattern").as_string();
  const auto compiled = patterns_.find(pattern);
  if (!pattern.empty() && compiled != patterns_.end() && compiled->second->ok() &&
      !RE2::PartialMatch(text, *compiled->second)) {
    faults_.invalid(at, value, in_body(at, "should match '" + pattern + "'"));
  }
  const std::string& format = schema.at("format").as_string();
  if (!format.empty() && !has_format(format, text)) {
    faults_.add("FieldValueTypeInvalid", at,
                "Invalid value: " + json::write(value) + ": " +
                    in_body(at, "must be of type " + format + ": " + json::write(value)));
  }
}

void ValueWalk::check_number(const json::Value& schema, const json::Value& value,
                             const FieldPath& at) {
  const double number = value.as_double();
  const json::Value& multiple = schema.at("multipleOf");
  if (multiple.is_number() && multiple.as_double() > 0) {
    const double quotient = number / multiple.as_double();
    if (std::trunc(quotient) != quotient) {
      faults_.invalid(at, value, in_body(at, "should be a multiple of " + json::write(multiple)));
    }
  }
  const json::Value& most = schema.at("maximum");
  const bool below = schema.at("exclusiveMaximum").as_bool();
  if (most.is_number() && (below ? number >= most.as_double() : number > most.as_double())) {
    faults_.invalid(
        at, value,
        in_body(at, (below ? "should be less than " : "should be less than or equal to ") +
                        json::write(most)));
  }
  const json::Value& least = schema.at("minimum");
  const bool above = schema.at("exclusiveMinimum").as_bool();
  if (least.is_number() && (above ? number <= least.as_double() : number < least.as_double())) {
    faults_.invalid(
        at, value,
        in_body(at, (above ? "should be greater than " : "should be greater than or equal to ") +
                        json::write(least)));
  }
  const std::string& format = schema.at("format").as_string();
  if (format == "int32" && is_whole(value) && (number > INT32_MAX || number < INT32_MIN)) {
    faults_.invalid(at, value, "Checked value must be of type integer with format int32 in body");
  }
}

void ValueWalk::check_list(const json::Value& schema, const json::Value& value,
                           const json::Value* old, const FieldPath& at) {
  const json::Array& items = value.as_array();
  const json::Value& element = schema.at("items");
  const std::vector<std::string> keys = keys_of(schema);
  KeyedItems before(old, keys);
  for (std::size_t i = 0; element.is_object() && i < items.size(); ++i) {
    check(element, items[i], before.find(items[i]), at.item(i));
  }
  const auto count = static_cast<std::int64_t>(items.size());
  const json::Value& least = schema.at("minItems");
  if (least.is_number() && count < least.as_int()) {
    faults_.invalid(at, count,
                    in_body(at, "should have at least " + json::write(least) + " items"));
  }
  const json::Value& most = schema.at("maxItems");
  if (most.is_number() && count > most.as_int()) {
    faults_.add("FieldValueTooMany", at,
                "Too many: " + std::to_string(count) + ": must have at most " + json::write(most) +
                    " items");
  }
  check_distinct(schema, value, at);
}

void ValueWalk::check_distinct(const json::Value& schema, const json::Value& value,
                               const FieldPath& at) {
  const std::string& type = schema.at("x-kubernetes-list-type").as_string();
  if (type != "set" && type != "map") {
    return;
  }
  std::map<std::string, std::size_t> seen;
  const json::Array& items = value.as_array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const json::Value own = identity(schema, items[i]);
    if (++seen[json::write(own)] == 2) {
      faults_.duplicate(at.item(i), own);
    }
  }
}

void ValueWalk::check_object(const json::Value& schema, const json::Value& value,
                             const json::Value* old, const FieldPath& at) {
  const auto count = static_cast<std::int64_t>(value.as_object().size());
  const json::Value& least = schema.at("minProperties");
  if (least.is_number() && count < least.as_int()) {
    faults_.invalid(at, count,
                    in_body(at, "should have at least " + json::write(least) + " properties"));
  }
  const json::Value& most = schema.at("maxProperties");
  if (most.is_number() && count > most.as_int()) {
    faults_.add("FieldValueTooMany", at,
                "Too many: " + std::to_string(count) + ": must have at most " + json::write(most) +
                    " items");
  }
  const json::Value& properties = schema.at("properties");
  const json::Value& others = schema.at("additionalProperties");
  for (const json::Member& member : value.as_object()) {
    const json::Value* own = properties.find(member.key);
    const json::Value* before = old == nullptr ? nullptr : old->find(member.key);
    if (own != nullptr) {
      check(*own, member.value, before, at.child(member.key));
    } else if (others.is_object()) {
      check(others, member.value, before, at.child(member.key));
    } else if (others.is_bool() && !others.as_bool()) {
      faults_.invalid(at, member.key,
                      at.text() + "." + member.key + " in body is a forbidden property");
    }
  }
  for (const json::Value& name : schema.at("required").as_array()) {
    if (value.find(name.as_string()) == nullptr) {
      faults_.required(at.child(name.as_string()));
    }
  }
  if (schema.at("x-kubernetes-embedded-resource").as_bool()) {
    check_embedded(value, at);
  }
}

void ValueWalk::check_embedded(const json::Value& value, const FieldPath& at) {
  for (const char* member : {"apiVersion", "kind"}) {
    if (value.at(member).as_string().empty()) {
      faults_.required(at.child(member), "must not be empty");
    }
  }
}

void ValueWalk::check_words(const json::Value& schema, const json::Value& value,
                            const FieldPath& at) {
  const json::Value* words = schema.find("enum");
  if (words == nullptr || words->as_array().empty()) {
    return;
  }
  const json::Array& allowed = words->as_array();
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end() ||
      (value.is_null() && schema.at("nullable").as_bool())) {
    return;
  }
  std::vector<std::string> texts;
  for (const json::Value& word : allowed) {
    texts.push_back(quoted(word.is_string() ? word.as_string() : json::write(word)));
  }
  faults_.add(
      "FieldValueNotSupported", at,
      "Unsupported value: " + json::write(value) + ": supported values: " + join(texts, ", "));
}

bool ValueWalk::is_valid(const json::Value& schema, const json::Value& value, const FieldPath& at) {
  Faults scratch;
  ValueWalk(patterns_, scratch).check(schema, value, nullptr, at);
  return scratch.empty();
}

// `best` gets the faults of the alternative that came nearest.
std::size_t ValueWalk::count_valid(const json::Value& schemas, const json::Value& value,
                                   const FieldPath& at, Faults& best) {
  std::size_t valid = 0;
  bool first = true;
  for (const json::Value& schema : schemas.as_array()) {
    Faults scratch;
    ValueWalk(patterns_, scratch).check(schema, value, nullptr, at);
    valid += scratch.empty() ? 1 : 0;
    if (first || scratch.causes().size() < best.causes().size()) {
      best = std::move(scratch);
    }
    first = false;
  }
  return valid;
}

void ValueWalk::check_junctors(const json::Value& schema, const json::Value& value,
                               const FieldPath& at) {
  const auto say = [&](const std::string& problem) {
    faults_.add("FieldValueInvalid", FieldPath().child("<nil>"),
                "Invalid value: \"\": " + quoted(at.text()) + " " + problem);
  };
  if (const json::Value* any = schema.find("anyOf"); any != nullptr && !any->as_array().empty()) {
    Faults best;
    if (count_valid(*any, value, at, best) == 0) {
      say("must validate at least one schema (anyOf)");
      faults_.append(std::move(best));
    }
  }
  if (const json::Value* one = schema.find("oneOf"); one != nullptr && !one->as_array().empty()) {
    Faults best;
    const std::size_t valid = count_valid(*one, value, at, best);
    if (valid != 1) {
      say("must validate one and only one schema (oneOf). " +
          (valid == 0 ? std::string("Found none valid")
                      : "Found " + std::to_string(valid) + " valid alternatives"));
      if (valid == 0) {
        faults_.append(std::move(best));
      }
    }
  }
  if (const json::Value* all = schema.find("allOf"); all != nullptr && !all->as_array().empty()) {
    std::size_t valid = 0;
    for (const json::Value& each : all->as_array()) {
      const std::size_t before = faults_.causes().size();
      check(each, value, nullptr, at);
      valid += faults_.causes().size() == before ? 1 : 0;
    }
    if (valid != all->as_array().size()) {
      say(std::string("must validate all the schemas (allOf)") +
          (valid == 0 ? ". None validated" : ""));
    }
  }
  if (const json::Value* no = schema.find("not"); no != nullptr && is_valid(*no, value, at)) {
    say("must not validate the schema (not)");
  }
}

}  // namespace sluice::api
