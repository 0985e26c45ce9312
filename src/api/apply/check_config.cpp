// SPDX-License-Identifier: Apache-2.0
#include "api/apply/check_config.h"

#include <set>
#include <string>
#include <vector>

#include "api/apply/path_element.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// How Go prints the type of a decoded value.
std::string_view go_type(const json::Value& value) {
  switch (value.type()) {
    case json::Type::kBool:
      return "bool";
    case json::Type::kInt:
      return "int64";
    case json::Type::kDouble:
      return "float64";
    case json::Type::kString:
      return "string";
    case json::Type::kArray:
      return "[]interface {}";
    default:
      return "map[string]interface {}";
  }
}

std::string scalar_fault(FieldType type, const json::Value& value) {
  switch (type) {
    case FieldType::kInt32:
    case FieldType::kInt64:
    case FieldType::kDouble:
      return value.is_number()
                 ? ""
                 : "expected numeric (int or float), got " + std::string(go_type(value));
    case FieldType::kBool:
      return value.is_bool() ? "" : "expected boolean, got &{" + json::write(value) + "}";
    case FieldType::kIntOrString:
    case FieldType::kQuantity:
      return value.is_array() || value.is_object()
                 ? "expected any scalar, got &{" + json::write(value) + "}"
                 : "";
    default:
      return value.is_string()
                 ? ""
                 : "expected string, got &value.valueUnstructured{Value:" + json::write(value) +
                       "}";
  }
}

class ConfigCheck {
 public:
  void object(const Schema& schema, const json::Value& value) {
    if (schema.wraps) {
      return field(schema.fields.front(), value);
    }
    if (!expect(value.is_object(), "map", value)) {
      return;
    }
    for (const json::Member& member : value.as_object()) {
      const Field* known = schema.find(member.key);
      const Step step(path_, "." + member.key);
      if (known != nullptr) {
        field(*known, member.value);
      } else if (!schema.open) {
        faults_.push_back(path_ + ": field not declared in schema");
        return;
      }
    }
  }

  Result<void> result() && {
    if (faults_.empty()) {
      return {};
    }
    return fail(Code::kInternal,
                faults_.size() == 1 ? faults_.front() : "errors:\n  " + join(faults_, "\n  "));
  }

 private:
  // Extends the path while it lives.
  class Step {
   public:
    Step(std::string& path, const std::string& element) : path_(path), length_(path.size()) {
      path_ += element;
    }
    ~Step() { path_.resize(length_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    std::string& path_;
    const std::size_t length_;
  };

  bool expect(bool holds, const char* what, const json::Value& value) {
    if (!holds && !value.is_null()) {
      faults_.push_back(path_ + ": expected " + what + ", got &{" + json::write(value) + "}");
    }
    return holds;
  }

  void field(const Field& field, const json::Value& value) {
    if (field.shape == Shape::kOne) {
      return one(field, value);
    }
    if (field.shape == Shape::kList) {
      return list(field, value);
    }
    if (expect(value.is_object(), "map", value)) {
      for (const json::Member& member : value.as_object()) {
        const Step step(path_, "." + member.key);
        one(field, member.value);
      }
    }
  }

  void list(const Field& field, const json::Value& value) {
    if (!expect(value.is_array(), "list", value)) {
      return;
    }
    const bool has_identity = field.has(kListMap) || field.has(kListSet);
    std::set<PathElement> seen;
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      const json::Value& item = value.as_array()[i];
      PathElement element{PathElement::Step::kIndex, std::to_string(i)};
      if (has_identity) {
        auto identity = PathElement::item(field, item);
        if (!identity) {
          faults_.push_back(path_ + ": element " + std::to_string(i) + ": " +
                            identity.error().message);
          return;
        }
        element = std::move(*identity);
      }
      if (!seen.insert(element).second) {
        faults_.push_back(path_ + ": duplicate entries for key " + element.display());
      }
      const Step step(path_, element.display());
      one(field, item);
    }
  }

  void one(const Field& field, const json::Value& value) {
    if (value.is_null() || field.type == FieldType::kRaw) {
      return;
    }
    if (field.type == FieldType::kObject) {
      if (field.schema != nullptr) {
        object(*field.schema, value);
      }
      return;
    }
    if (const std::string fault = scalar_fault(field.type, value); !fault.empty()) {
      faults_.push_back(path_ + ": " + fault);
    }
  }

  std::string path_;
  std::vector<std::string> faults_;
};

}  // namespace

Result<void> check_config(const Schema& schema, const json::Value& config) {
  ConfigCheck check;
  check.object(schema, config);
  return std::move(check).result();
}

}  // namespace sluice::api
