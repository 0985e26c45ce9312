// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include "api/printing/selector_text.h"

namespace sluice::api {
namespace {

// A LabelSelector, or the plain map of a ReplicationController, as text.
json::Value selector(const json::Value& object) {
  const json::Value& value = object.at("spec", "selector");
  const bool structured =
      value.find("matchLabels") != nullptr || value.find("matchExpressions") != nullptr;
  const std::string text = structured ? selector_text(value) : labels_text(value);
  return text == "<none>" ? "" : text;
}

}  // namespace

json::Value scale_of(const json::Value& object) {
  json::Value metadata = json::Object{};
  for (const char* member : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    if (const json::Value* value = object.find("metadata", member)) {
      metadata[member] = *value;
    }
  }
  json::Value spec = json::Object{};
  if (const std::int64_t replicas = object.at("spec", "replicas").as_int(); replicas != 0) {
    spec["replicas"] = replicas;
  }
  json::Value status = json::Object{{"replicas", object.at("status", "replicas").as_int()}};
  if (json::Value text = selector(object); !text.as_string().empty()) {
    status["selector"] = std::move(text);
  }
  return json::Object{{"kind", "Scale"},
                      {"apiVersion", "autoscaling/v1"},
                      {"metadata", std::move(metadata)},
                      {"spec", std::move(spec)},
                      {"status", std::move(status)}};
}

json::Value with_scale(json::Value object, const json::Value& scale) {
  object["spec"]["replicas"] = scale.at("spec", "replicas").as_int();
  return object;
}

}  // namespace sluice::api
