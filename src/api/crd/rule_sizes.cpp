// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_sizes.h"

#include <algorithm>
#include <optional>
#include <string>

#include "api/crd/rule_types.h"

namespace sluice::api {
namespace {

constexpr std::uint64_t kRequestBytes = 3 * 1024 * 1024;
constexpr std::uint64_t kBrackets = 2;       // "", [] or {}
constexpr std::uint64_t kBytesPerRune = 4;   // maxLength counts characters, sizes are bytes
constexpr std::uint64_t kKeyBytes = 6;       // the shortest key of a map with what is around it
constexpr std::uint64_t kPropertyBytes = 4;  // around the name of a property

struct FormatSize {
  std::string_view format;
  std::uint64_t most;
  std::uint64_t least;
};
constexpr FormatSize kFormats[] = {{"duration", 32, 3}, {"date", 12, 12}, {"date-time", 32, 21}};

const FormatSize* format_size(const json::Value& schema) {
  const auto found = std::find_if(std::begin(kFormats), std::end(kFormats), [&](const auto& each) {
    return each.format == schema.at("format").as_string();
  });
  return found == std::end(kFormats) ? nullptr : found;
}

const json::Value& plain_string() {
  static const json::Value schema = json::Object{{"type", "string"}};
  return schema;
}

const json::Value& plain_metadata() {
  static const json::Value schema = json::Object{
      {"type", "object"},
      {"properties", json::Object{{"name", json::Object{{"type", "string"}}},
                                  {"generateName", json::Object{{"type", "string"}}}}}};
  return schema;
}

bool is_string(const json::Value& schema) {
  return schema.at("type").as_string() == "string";
}

// Whether a resource's schema has all that rules can always see; else it counts for none of it.
bool declares_resource(const json::Value& schema) {
  const json::Value& own = schema.at("properties");
  const json::Value& names = own.at("metadata", "properties");
  return is_string(own.at("kind")) && is_string(own.at("apiVersion")) &&
         is_string(names.at("name")) && is_string(names.at("generateName"));
}

struct Place {
  const json::Value* schema;
  bool root;
};

Place below(const json::Value& schema) {
  return {&schema, schema.at("x-kubernetes-embedded-resource").as_bool()};
}

// What stands in for a property of a resource, if anything.
const json::Value* resource_property(const Place& place, std::string_view property) {
  if (!place.root || declares_resource(*place.schema)) {
    return nullptr;
  }
  if (property == "metadata") {
    return &plain_metadata();
  }
  return property == "kind" || property == "apiVersion" ? &plain_string() : nullptr;
}

std::uint64_t least_bytes(const Place& place);

std::uint64_t least_object_bytes(const Place& place) {
  std::uint64_t bytes = kBrackets;
  for (const json::Value& name : place.schema->at("required").as_array()) {
    const json::Value* schema = resource_property(place, name.as_string());
    if (schema == nullptr) {
      schema = place.schema->at("properties").find(name.as_string());
    }
    if (schema != nullptr && schema->find("default") == nullptr &&
        rule_type(*schema, below(*schema).root)) {
      bytes += name.as_string().size() + least_bytes(below(*schema)) + kPropertyBytes;
    }
  }
  return bytes;
}

// Of the shortest document there can be.
std::uint64_t least_bytes(const Place& place) {
  const json::Value& schema = *place.schema;
  if (schema.at("x-kubernetes-int-or-string").as_bool()) {
    return 1;
  }
  const std::string& type = schema.at("type").as_string();
  if (type == "object" && !schema.at("additionalProperties").is_object()) {
    return least_object_bytes(place);
  }
  if (type == "string" && format_size(schema) != nullptr) {
    return format_size(schema)->least;
  }
  if (type == "boolean") {
    return 4;
  }
  return type == "number" || type == "integer" ? 1 : kBrackets;
}

std::uint64_t longest_of(const json::Array& words) {
  std::uint64_t longest = 0;
  for (const json::Value& word : words) {
    longest = std::max<std::uint64_t>(longest, word.as_string().size());
  }
  return longest;
}

std::uint64_t longest_string(const json::Value& schema) {
  if (const FormatSize* format = format_size(schema)) {
    return format->most;
  }
  const bool bytes = schema.at("format").as_string() == "byte";
  if (const auto length = size_limit(schema, "maxLength")) {
    return *length * (bytes ? 1 : kBytesPerRune);
  }
  const json::Array& words = schema.at("enum").as_array();
  return bytes || words.empty() ? kRequestBytes - kBrackets : longest_of(words);
}

std::uint64_t most_elements(const json::Value& schema) {
  if (schema.at("x-kubernetes-int-or-string").as_bool()) {
    const auto length = size_limit(schema, "maxLength");
    return length ? *length * kBytesPerRune : kRequestBytes - kBrackets;
  }
  const std::string& type = schema.at("type").as_string();
  const std::uint64_t room = kRequestBytes - kBrackets;
  if (type == "array") {
    const auto items = size_limit(schema, "maxItems");
    return items ? *items : room / (least_bytes(below(schema.at("items"))) + 1);
  }
  if (type == "object" && schema.at("additionalProperties").is_object()) {
    const auto entries = size_limit(schema, "maxProperties");
    return entries ? *entries
                   : room / (least_bytes(below(schema.at("additionalProperties"))) + kKeyBytes);
  }
  return type == "string" ? longest_string(schema) : 0;
}

std::optional<Place> field(const Place& place, std::string_view name) {
  if (const json::Value* schema = resource_property(place, name)) {
    return below(*schema);
  }
  for (const json::Member& property : place.schema->at("properties").as_object()) {
    if (escape_property(property.key) == name) {
      return below(property.value);
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> size_at(Place place, std::span<const std::string> steps) {
  for (const std::string& step : steps) {
    const json::Value& schema = *place.schema;
    const bool is_map = schema.at("additionalProperties").is_object();
    const char* inner = is_map ? "additionalProperties" : "items";
    if (step == cel::kKeysStep) {
      return is_map && &step == &steps.back() ? std::optional<std::uint64_t>(0) : std::nullopt;
    }
    std::optional<Place> next;
    if (step != cel::kItemsStep && step != cel::kValuesStep) {
      next = is_map ? std::nullopt : field(place, step);
    } else if (schema.at(inner).is_object()) {
      next = below(schema.at(inner));
    }
    if (!next) {
      return std::nullopt;
    }
    place = *next;
  }
  return most_elements(*place.schema);
}

}  // namespace

std::optional<std::uint64_t> size_limit(const json::Value& schema, std::string_view word) {
  const json::Value* value = schema.find(word);
  if (value == nullptr || !value->is_number()) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, value->as_int()));
}

cel::SizeLookup rule_sizes(const json::Value& schema, bool is_resource_root) {
  return [place = Place{&schema, is_resource_root}](std::span<const std::string> steps) {
    return size_at(place, steps);
  };
}

std::uint64_t most_repetitions(const json::Value& schema, bool is_resource_root) {
  return kRequestBytes / (least_bytes({&schema, is_resource_root}) + 1);
}

}  // namespace sluice::api
