// SPDX-License-Identifier: Apache-2.0
#include "api/apply/last_applied.h"

#include <algorithm>
#include <utility>

#include "api/apply/check_config.h"
#include "api/apply/compare.h"
#include "api/apply/owned_fields.h"
#include "api/meta.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kAnnotation = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::size_t kMostAnnotationBytes = 256 * 1024;  // keys and values of an object together

// As Go writes maps.
void sort_members(json::Value& value) {
  if (value.is_array()) {
    for (json::Value& item : value.array()) {
      sort_members(item);
    }
  } else if (value.is_object()) {
    json::Object& members = value.object();
    std::sort(members.begin(), members.end(),
              [](const json::Member& a, const json::Member& b) { return a.key < b.key; });
    for (json::Member& member : members) {
      sort_members(member.value);
    }
  }
}

std::string annotation_text(json::Value config) {
  if (json::Value* annotations = config.find("metadata", "annotations")) {
    annotations->erase(kAnnotation);
  }
  sort_members(config);
  return json::write(config) + "\n";
}

std::size_t annotation_bytes(const json::Value& object) {
  std::size_t bytes = 0;
  for (const json::Member& note : object.at("metadata", "annotations").as_object()) {
    bytes += note.key.size() + note.value.as_string().size();
  }
  return bytes;
}

}  // namespace

FieldSet last_applied_fields(const Kind& kind, const json::Value& live) {
  const std::string& text = annotation(live, kAnnotation);
  const auto config = text.empty() ? json::Value() : json::parse(text);
  if (!config || config->at("apiVersion").as_string() != kind.api_version() ||
      !check_config(*kind.schema, *config)) {
    return {};
  }
  const ValueType type = ValueType::of(*kind.schema);
  const Comparison changes = compare(type, *config, live);
  FieldSet fields = difference(owned_fields(type, *config), changes.written);
  return difference(std::move(fields), changes.removed);
}

void refresh_last_applied(const json::Value& config, json::Value& object) {
  if (annotation(object, kAnnotation).empty()) {
    return;
  }
  json::Value& annotations = object["metadata"]["annotations"];
  annotations[kAnnotation] = annotation_text(config);
  if (annotation_bytes(object) > kMostAnnotationBytes) {
    annotations.erase(kAnnotation);
  }
}

}  // namespace sluice::api
