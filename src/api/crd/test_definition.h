// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "json/text.h"
#include "json/value.h"

namespace sluice::api {

inline json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

// A definition of widgets.example.com with one version, v1, for tests to bend.
inline json::Value widget_definition() {
  return parsed(R"({
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
      "group": "example.com",
      "scope": "Namespaced",
      "names": {"plural": "widgets", "singular": "widget", "kind": "Widget",
                "listKind": "WidgetList", "shortNames": ["wd"]},
      "conversion": {"strategy": "None"},
      "versions": [{
        "name": "v1", "served": true, "storage": true,
        "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
          "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}},
        "additionalPrinterColumns": [
          {"name": "Color", "type": "string", "jsonPath": ".spec.color"},
          {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}],
        "selectableFields": [{"jsonPath": ".spec.color"}],
        "schema": {"openAPIV3Schema": {
          "type": "object",
          "properties": {
            "spec": {
              "type": "object",
              "required": ["color"],
              "properties": {
                "color": {"type": "string", "enum": ["red", "green"]},
                "replicas": {"type": "integer", "default": 1, "minimum": 0},
                "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                "ports": {"type": "array", "x-kubernetes-list-type": "map",
                          "x-kubernetes-list-map-keys": ["port"],
                          "items": {"type": "object", "required": ["port"], "properties": {
                            "port": {"type": "integer"},
                            "protocol": {"type": "string", "default": "TCP"}}}},
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                "limit": {"x-kubernetes-int-or-string": true}}},
            "status": {"type": "object", "properties": {
              "replicas": {"type": "integer"}, "selector": {"type": "string"}}}}}}}]},
    "status": {"conditions": [], "acceptedNames": {"plural": "", "kind": ""},
               "storedVersions": ["v1"]}})");
}

// The same, accepted and established.
inline json::Value established_definition() {
  json::Value definition = widget_definition();
  definition["status"]["acceptedNames"] = definition.at("spec", "names");
  definition["status"]["conditions"] =
      json::Array{json::Object{{"type", "Established"}, {"status", "True"}}};
  return definition;
}

}  // namespace sluice::api
