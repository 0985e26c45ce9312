// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include <cstdint>
#include <string>

#include "api/printing/selector_text.h"
#include "api/table.h"
#include "api/tables/schemas.h"
#include "api/workload_columns.h"
#include "base/text.h"

namespace sluice::api {
namespace {

constexpr ScalePaths kUsual;

std::int64_t count_at(const json::Value& object, std::string_view path) {
  const json::Value* value = value_at(object, path);
  return value == nullptr ? 0 : value->as_int();
}

// A text, a LabelSelector, or the plain map of a ReplicationController, as text.
std::string selector(const json::Value& value) {
  if (value.is_string()) {
    return value.as_string();
  }
  const bool structured =
      value.find("matchLabels") != nullptr || value.find("matchExpressions") != nullptr;
  const std::string text = structured ? selector_text(value) : labels_text(value);
  return text == "<none>" ? "" : text;
}

}  // namespace

const Kind& scale_kind() {
  static constexpr Kind kScale{.group = "autoscaling",
                               .version = "v1",
                               .kind = "Scale",
                               .plural = "scales",
                               .singular = "scale",
                               .columns = columns::kScale,
                               .schema = &tables::kAutoscalingV1Scale};
  return kScale;
}

const ScalePaths& scale_paths(const Kind& kind) {
  return kind.scale == nullptr ? kUsual : *kind.scale;
}

const json::Value* value_at(const json::Value& object, std::string_view path) {
  const json::Value* at = &object;
  for (const std::string_view part : split(path, '.')) {
    at = at == nullptr ? nullptr : at->find(part);
  }
  return at;
}

json::Value scale_of(const Kind& kind, const json::Value& object) {
  const ScalePaths& paths = scale_paths(kind);
  json::Value metadata = json::Object{};
  for (const char* member : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    if (const json::Value* value = object.find("metadata", member)) {
      metadata[member] = *value;
    }
  }
  json::Value spec = json::Object{};
  if (const std::int64_t replicas = count_at(object, paths.spec_replicas); replicas != 0) {
    spec["replicas"] = replicas;
  }
  json::Value status = json::Object{{"replicas", count_at(object, paths.status_replicas)}};
  const json::Value* value = paths.selector.empty() ? nullptr : value_at(object, paths.selector);
  if (std::string text = value == nullptr ? "" : selector(*value); !text.empty()) {
    status["selector"] = std::move(text);
  }
  return json::Object{{"kind", "Scale"},
                      {"apiVersion", "autoscaling/v1"},
                      {"metadata", std::move(metadata)},
                      {"spec", std::move(spec)},
                      {"status", std::move(status)}};
}

json::Value with_scale(const Kind& kind, json::Value object, const json::Value& scale) {
  json::Value* at = &object;
  for (const std::string_view part : split(scale_paths(kind).spec_replicas, '.')) {
    at = &(*at)[part];
  }
  *at = scale.at("spec", "replicas").as_int();
  return object;
}

}  // namespace sluice::api
