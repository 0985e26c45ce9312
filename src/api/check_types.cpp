// SPDX-License-Identifier: Apache-2.0
#include "api/field_path.h"
#include "api/scalar.h"
#include "api/schema.h"
#include "api/typed_walk.h"
#include "api/validate.h"

namespace sluice::api {
namespace {

class TypeCheck {
 public:
  Result<void> object(const Schema& schema, const json::Value& value, const FieldPath& path) {
    if (schema.wraps) {
      return field(schema, schema.fields.front(), value, path);
    }
    if (!value.is_object()) {
      return schema.lenient
                 ? Result<void>()
                 : refuse(path, "expected object, got " + std::string(to_string(value.type())));
    }
    for (const json::Member& member : value.as_object()) {
      const FieldPath at = path.child(member.key);
      if (const Field* known = schema.find(member.key)) {
        TRY(field(schema, *known, member.value, at));
      } else if (!schema.open) {
        unknown_.push_back(at.text());
      }
    }
    return {};
  }

  std::vector<std::string> unknown() && { return std::move(unknown_); }

 private:
  static tl::unexpected<Error> refuse(const FieldPath& path, const std::string& problem) {
    const std::string where = path.text();
    return fail(Code::kBadRequest, where.empty() ? problem : where + ": " + problem);
  }

  Result<void> field(const Schema& parent, const Field& field, const json::Value& value,
                     const FieldPath& path) {
    if (parent.lenient && !has_shape(field, value)) {
      return {};
    }
    if (value.is_null() || (field.type == FieldType::kRaw && field.shape == Shape::kOne)) {
      return {};
    }
    if (field.shape == Shape::kOne) {
      return one(field, value, path);
    }
    if (field.shape == Shape::kList) {
      return list(field, value, path);
    }
    if (!value.is_object()) {
      return refuse(path, "expected map, got " + std::string(to_string(value.type())));
    }
    for (const json::Member& member : value.as_object()) {
      TRY(one(field, member.value, path.child(member.key)));
    }
    return {};
  }

  Result<void> list(const Field& field, const json::Value& value, const FieldPath& path) {
    if (!value.is_array()) {
      return refuse(path, "expected list, got " + std::string(to_string(value.type())));
    }
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      TRY(one(field, value.as_array()[i], path.item(i)));
    }
    return {};
  }

  Result<void> one(const Field& field, const json::Value& value, const FieldPath& path) {
    if (value.is_null()) {
      return {};
    }
    if (field.type == FieldType::kObject && field.schema != nullptr) {
      return object(*field.schema, value, path);
    }
    const std::string fault = scalar_fault(field.type, value);
    return fault.empty() ? Result<void>() : refuse(path, fault);
  }

  // Whether there is something below a value of a lenient schema that can be looked at.
  static bool has_shape(const Field& field, const json::Value& value) {
    if (field.shape == Shape::kList) {
      return value.is_array() && field.type == FieldType::kObject;
    }
    return value.is_object() && field.type == FieldType::kObject;
  }

  std::vector<std::string> unknown_;
};

}  // namespace

Result<std::vector<std::string>> check_types(const Kind& kind, const json::Value& object) {
  TypeCheck check;
  if (auto checked = check.object(*kind.schema, object, FieldPath()); !checked) {
    const std::string name(kind.kind);
    return tl::unexpected(with_context(
        std::move(checked).error(),
        name + " in version \"" + std::string(kind.version) + "\" cannot be handled as a " + name));
  }
  return std::move(check).unknown();
}

void drop_unknown_fields(const Kind& kind, json::Value& object) {
  walk_objects(*kind.schema, object, [](const Schema& schema, json::Value& value) {
    if (schema.open) {
      return;
    }
    json::Object kept;
    for (json::Member& member : value.object()) {
      if (schema.find(member.key) != nullptr) {
        kept.append(std::move(member.key), std::move(member.value));
      }
    }
    value = std::move(kept);
  });
}

}  // namespace sluice::api
