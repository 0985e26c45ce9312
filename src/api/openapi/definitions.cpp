// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/definitions.h"

#include <algorithm>
#include <map>
#include <vector>

#include "api/openapi/custom_definition.h"
#include "api/openapi/metadata_descriptions.h"
#include "api/schema.h"
#include "api/subresources.h"
#include "api/tables/schemas.h"
#include "base/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr std::string_view kMetaV1 = "io.k8s.apimachinery.pkg.apis.meta.v1.";

// Scalars that have a definition of their own, by type.
std::string scalar_definition(FieldType type) {
  switch (type) {
    case FieldType::kQuantity:
      return "io.k8s.apimachinery.pkg.api.resource.Quantity";
    case FieldType::kTime:
      return std::string(kMetaV1) + "Time";
    case FieldType::kMicroTime:
      return std::string(kMetaV1) + "MicroTime";
    case FieldType::kIntOrString:
      return "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
    default:
      return "";
  }
}

Value typed(std::string_view type, std::string_view format = "") {
  Value schema = Object{{"type", type}};
  if (!format.empty()) {
    schema["format"] = format;
  }
  return schema;
}

Value plain_schema(FieldType type) {
  switch (type) {
    case FieldType::kBool:
      return typed("boolean");
    case FieldType::kInt32:
      return typed("integer", "int32");
    case FieldType::kInt64:
      return typed("integer", "int64");
    case FieldType::kDouble:
      return typed("number", "double");
    case FieldType::kBytes:
      return typed("string", "byte");
    case FieldType::kRaw:
    case FieldType::kObject:
      return typed("object");
    default:
      return typed("string");
  }
}

class Writer {
 public:
  explicit Writer(OpenApi dialect) : dialect_(dialect) {}

  void add(const Schema& schema) {
    if (done_.contains(schema.name)) {
      return;
    }
    done_[schema.name];  // marks it, so that recursive types end
    Value described = object(schema);
    done_[schema.name] = std::move(described);
  }

  void add_named(std::string_view name, Value schema) { done_[name] = std::move(schema); }

  Value& operator[](std::string_view name) { return done_[name]; }

  Value take() {
    add_scalars();
    Object all;
    for (auto& [name, schema] : done_) {
      all.append(std::string(name), std::move(schema));
    }
    return all;
  }

 private:
  Value object(const Schema& schema) {
    if (schema.choice || (schema.open && schema.fields.empty())) {
      return Object{};
    }
    Object properties;
    Array required;
    for (const Field& field : schema.fields) {
      properties.append(std::string(field.name), this->field(field));
      if (field.has(kRequired)) {
        required.emplace_back(field.name);
      }
    }
    Value result = typed("object");
    if (!properties.empty()) {
      result["properties"] = std::move(properties);
    }
    if (&schema == &tables::kMetaV1ObjectMeta) {
      for (const auto& [field, text] : kMetadataDescriptions) {
        result["properties"][field]["description"] = text;
      }
    }
    if (!required.empty()) {
      result["required"] = std::move(required);
    }
    if (schema.atomic) {
      result["x-kubernetes-map-type"] = "atomic";
    }
    if (schema.open) {
      result["x-kubernetes-preserve-unknown-fields"] = true;
    }
    return result;
  }

  Value field(const Field& field) {
    if (field.shape == Shape::kList) {
      Value list = Object{{"type", "array"}, {"items", one(field)}};
      add_list_facts(field, list);
      return list;
    }
    Value result = field.shape == Shape::kOne
                       ? one(field)
                       : Value(Object{{"type", "object"}, {"additionalProperties", one(field)}});
    if (field.shape == Shape::kMap && field.has(kAtomic)) {
      result["x-kubernetes-map-type"] = "atomic";
    } else if (field.type == FieldType::kBytes && field.has(kAtomic)) {
      result["x-kubernetes-list-type"] = "atomic";  // to Go, bytes are a list
    } else if (field.has(kGranular)) {
      result["x-kubernetes-map-type"] = "granular";
    }
    if (field.has(kPatchReplace) || field.has(kRetainKeys)) {
      result["x-kubernetes-patch-strategy"] = field.has(kRetainKeys) ? "retainKeys" : "replace";
    }
    return result;
  }

  static void add_list_facts(const Field& field, Value& list) {
    if (field.has(kListMap) || field.has(kListSet) || field.has(kAtomic)) {
      const char* other = field.has(kListSet) ? "set" : "atomic";
      list["x-kubernetes-list-type"] = field.has(kListMap) ? "map" : other;
    }
    if (!field.list_keys.empty()) {
      for (const std::string_view key : split(field.list_keys, ',')) {
        list["x-kubernetes-list-map-keys"].array().emplace_back(key);
      }
    }
    if (!field.merge_key.empty()) {
      list["x-kubernetes-patch-merge-key"] = field.merge_key;
    }
    if (field.has(kPatchMerge) || field.has(kRetainKeys)) {
      const char* both = field.has(kPatchMerge) ? "merge,retainKeys" : "retainKeys";
      list["x-kubernetes-patch-strategy"] = field.has(kRetainKeys) ? both : "merge";
    }
  }

  Value one(const Field& field) {
    if (field.schema != nullptr) {
      if (field.schema->wraps) {
        return this->field(field.schema->fields.front());
      }
      add(*field.schema);
      return reference(field.schema->name);
    }
    const std::string named = scalar_definition(field.type);
    return named.empty() ? plain_schema(field.type) : reference(named);
  }

  // v3 keeps what stands beside a reference, so it wraps the reference; v2 does not.
  Value reference(std::string_view name) const {
    Value direct = definition_reference(dialect_, name);
    return dialect_ == OpenApi::kV2 ? direct : Value(Object{{"allOf", Array{std::move(direct)}}});
  }

  void add_scalars() {
    const bool v3 = dialect_ == OpenApi::kV3;
    const auto either = [](const char* a, const char* b) { return Array{typed(a), typed(b)}; };
    names_ = {scalar_definition(FieldType::kQuantity), scalar_definition(FieldType::kIntOrString),
              scalar_definition(FieldType::kTime), scalar_definition(FieldType::kMicroTime),
              std::string(kMetaV1) + "Patch"};
    done_[names_[0]] = v3 ? Value(Object{{"oneOf", either("string", "number")}}) : typed("string");
    done_[names_[1]] =
        v3 ? Value(Object{{"format", "int-or-string"}, {"oneOf", either("integer", "string")}})
           : typed("string", "int-or-string");
    done_[names_[2]] = typed("string", "date-time");
    done_[names_[3]] = typed("string", "date-time");
    done_[names_[4]] = typed("object");
  }

  OpenApi dialect_;
  std::vector<std::string> names_;
  std::map<std::string_view, Value> done_;
};

Value group_version_kind(const Kind& kind, std::string name) {
  return Array{Object{{"group", kind.group}, {"kind", std::move(name)}, {"version", kind.version}}};
}

Value list_schema(const Kind& kind, OpenApi dialect) {
  Value items =
      Object{{"type", "array"}, {"items", definition_reference(dialect, kind.schema->name)}};
  Value properties =
      Object{{"apiVersion", typed("string")},
             {"items", std::move(items)},
             {"kind", typed("string")},
             {"metadata", definition_reference(dialect, tables::kMetaV1ListMeta.name)}};
  return Object{{"type", "object"},
                {"properties", std::move(properties)},
                {"required", Array{"items"}},
                {"x-kubernetes-group-version-kind", group_version_kind(kind, kind.list_kind())}};
}

constexpr std::string_view kRawExtension = "io.k8s.apimachinery.pkg.runtime.RawExtension";

Value watch_event_schema(OpenApi dialect) {
  Value object = definition_reference(dialect, kRawExtension);
  if (dialect == OpenApi::kV3) {
    object = Object{{"allOf", Array{std::move(object)}}};
  }
  return Object{
      {"type", "object"},
      {"properties", Object{{"object", std::move(object)}, {"type", typed("string")}}},
      {"required", Array{"type", "object"}},
      {"x-kubernetes-group-version-kind",
       Array{Object{{"group", ""}, {"kind", "WatchEvent"}, {"version", "v1"}}}}};
}

bool may_be_watched(const Kind& kind) {
  return kind.custom == nullptr && kind.serves("watch");
}

}  // namespace

Value definition_reference(OpenApi dialect, std::string_view name) {
  const char* prefix = dialect == OpenApi::kV2 ? "#/definitions/" : "#/components/schemas/";
  return Object{{"$ref", prefix + std::string(name)}};
}

std::string list_definition_name(const Kind& kind) {
  const std::string_view name = kind.schema->name;
  return std::string(name.substr(0, name.rfind('.') + 1)) + kind.list_kind();
}

Value definitions(std::span<const Kind> kinds, OpenApi dialect) {
  Writer writer(dialect);
  for (const Schema* schema :
       {&tables::kMetaV1DeleteOptions, &tables::kMetaV1ListMeta, &tables::kMetaV1Status}) {
    writer.add(*schema);
  }
  std::vector<std::string> list_names;
  list_names.reserve(kinds.size());
  for (const Kind& kind : kinds) {
    if (kind.custom != nullptr) {
      writer.add(tables::kMetaV1ObjectMeta);
      writer.add_named(kind.schema->name, custom_definition(kind, dialect));
    } else {
      writer.add(*kind.schema);
    }
    writer[kind.schema->name]["x-kubernetes-group-version-kind"] =
        group_version_kind(kind, std::string(kind.kind));
    if (kind.serves("list")) {
      list_names.push_back(list_definition_name(kind));
      writer.add_named(list_names.back(), list_schema(kind, dialect));
    }
    for (const tables::Subresource& sub : subresources_of(kind)) {
      if (sub.schema != nullptr) {
        writer.add(*sub.schema);
      }
    }
  }
  if (std::any_of(kinds.begin(), kinds.end(), may_be_watched)) {
    writer.add_named(kRawExtension, typed("object"));
    writer.add_named(kWatchEventDefinition, watch_event_schema(dialect));
  }
  for (const auto& [schema, kind] : {std::pair(&tables::kMetaV1Status, "Status"),
                                     std::pair(&tables::kMetaV1DeleteOptions, "DeleteOptions")}) {
    writer[schema->name]["x-kubernetes-group-version-kind"] =
        Array{Object{{"group", ""}, {"kind", kind}, {"version", "v1"}}};
  }
  return writer.take();
}

}  // namespace sluice::api
