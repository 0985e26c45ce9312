// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/field_path.h"
#include "api/scalar.h"
#include "api/schema.h"
#include "api/typed_walk.h"
#include "api/validate.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// "v1.PodSpec" for io.k8s.api.core.v1.PodSpec
std::string go_name(std::string_view schema) {
  const std::size_t name = schema.rfind('.');
  const std::size_t version = name == std::string_view::npos ? name : schema.rfind('.', name - 1);
  return std::string(version == std::string_view::npos ? schema : schema.substr(version + 1));
}

std::string go_element(const Field& field) {
  switch (field.type) {
    case FieldType::kBool:
      return "bool";
    case FieldType::kInt32:
    case FieldType::kIntOrString:
      return "int32";
    case FieldType::kInt64:
      return "int64";
    case FieldType::kDouble:
      return "float64";
    case FieldType::kBytes:
      return "[]uint8";
    case FieldType::kQuantity:
      return "resource.Quantity";
    case FieldType::kObject:
    case FieldType::kRaw:
      return field.schema == nullptr ? "object" : go_name(field.schema->name);
    case FieldType::kString:
    case FieldType::kTime:
    case FieldType::kMicroTime:
    case FieldType::kDuration:
      break;
  }
  return "string";
}

std::string go_type(const Field& field) {
  switch (field.shape) {
    case Shape::kOne:
      break;
    case Shape::kList:
      return "[]" + go_element(field);
    case Shape::kMap:
      return "map[string]" + go_element(field);
  }
  return go_element(field);
}

// A number as JSON text has it that does not read as an integer: "80.5", "1.0".
std::string go_number(const json::Value& value) {
  std::string text = json::write(value);
  const bool looks_whole = text.find_first_of(".e") == std::string::npos;
  return looks_whole && !value.is_int() ? text + ".0" : text;
}

// "number 80.5" where a number was wanted, but not this one.
std::string go_value(const json::Value& value, const std::string& wanted) {
  if (value.is_bool()) {
    return "bool";
  }
  if (!value.is_number()) {
    return std::string(to_string(value.type()));
  }
  return wanted.starts_with("int") ? "number " + go_number(value) : "number";
}

// Walks a document along its schema. Faults are told as Go's decoder tells them, which clients of
// Kubernetes know: by the struct, the members on the way to the field, and its Go type.
class TypeCheck {
 public:
  Result<void> object(const Schema& schema, const json::Value& value, const FieldPath& path) {
    if (schema.wraps) {
      return field(schema, schema.fields.front(), value, path);
    }
    if (!value.is_object()) {
      return schema.lenient ? Result<void>() : mismatch(value, go_name(schema.name));
    }
    const Schema* outer = std::exchange(struct_, &schema);
    for (const json::Member& member : value.as_object()) {
      const FieldPath at = path.child(member.key);
      if (const Field* known = schema.find(member.key)) {
        members_.push_back(known->name);
        TRY(field(schema, *known, member.value, at));
        members_.pop_back();
      } else if (!schema.open) {
        note_unknown(at);
      }
    }
    struct_ = outer;
    return {};
  }

  std::vector<std::string> unknown() && { return std::move(unknown_); }

 private:
  // As many as upstream tells, and no more text than one of them: a long path may have many below.
  void note_unknown(const FieldPath& path) {
    constexpr std::size_t kMost = 100;
    constexpr std::size_t kMostText = std::size_t{64} * 1024;
    if (unknown_.size() < kMost && noted_ < kMostText) {
      unknown_.push_back(path.text());
      noted_ += unknown_.back().size();
    }
  }

  tl::unexpected<Error> mismatch(const json::Value& value, const std::string& wanted) const {
    std::string where = "value";
    if (struct_ != nullptr) {
      const std::string name = go_name(struct_->name);
      where = "struct field " + name.substr(name.find('.') + 1);
      for (const std::string_view member : members_) {
        where += "." + std::string(member);
      }
    }
    return fail(Code::kBadRequest, "json: cannot unmarshal " + go_value(value, wanted) +
                                       " into Go " + where + " of type " + wanted);
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
      return mismatch(value, go_type(field));
    }
    for (const json::Member& member : value.as_object()) {
      TRY(one(field, member.value, path.child(member.key)));
    }
    return {};
  }

  Result<void> list(const Field& field, const json::Value& value, const FieldPath& path) {
    if (!value.is_array()) {
      return mismatch(value, go_type(field));
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
    if (!has_json_type(field.type, value)) {
      return mismatch(value, go_element(field));
    }
    std::string fault = scalar_fault(field.type, value);
    return fault.empty() ? Result<void>() : fail(Code::kBadRequest, std::move(fault));
  }

  // Whether there is something below a value of a lenient schema that can be looked at.
  static bool has_shape(const Field& field, const json::Value& value) {
    if (field.shape == Shape::kList) {
      return value.is_array() && field.type == FieldType::kObject;
    }
    return value.is_object() && field.type == FieldType::kObject;
  }

  const Schema* struct_ = nullptr;         // the innermost one on the way
  std::vector<std::string_view> members_;  // on the way to where it is now
  std::vector<std::string> unknown_;
  std::size_t noted_ = 0;  // bytes of them
};

}  // namespace

Result<std::vector<std::string>> check_types(const Schema& schema, const json::Value& document) {
  TypeCheck check;
  TRY(check.object(schema, document, FieldPath()));
  return std::move(check).unknown();
}

Result<std::vector<std::string>> check_types(const Kind& kind, const json::Value& object) {
  return check_types(*kind.schema, object).map_error([&](Error error) {
    const std::string name(kind.kind);
    return with_context(
        std::move(error),
        name + " in version \"" + std::string(kind.version) + "\" cannot be handled as a " + name);
  });
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
