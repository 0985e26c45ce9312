// SPDX-License-Identifier: Apache-2.0
#include "api/crd/version_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "api/crd/json_path.h"
#include "api/crd/rules.h"
#include "api/crd/structural.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMaxSelectableFields = 8;
constexpr std::string_view kColumnTypes = "must be one of boolean,date,integer,number,string";
constexpr std::string_view kColumnFormats =
    "must be one of byte,date,date-time,double,float,int32,int64,password";

bool among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A version, and the one of the same name before, or null.
struct Version {
  const json::Value& now;
  const json::Value* before;
};

void check_schema(const Version& version, const FieldPath& at, Faults& faults) {
  const json::Value* schema = version.now.find("schema", "openAPIV3Schema");
  if (schema == nullptr) {
    return;
  }
  const FieldPath own = at.child("openAPIV3Schema");
  if (schema->at("nullable").as_bool()) {
    faults.forbidden(at.child("openAPIV3Schema.nullable"), "nullable cannot be true at the root");
  }
  const std::size_t before = faults.causes().size();
  check_structural(*schema, own, faults);
  const bool structural = faults.causes().size() == before;
  if (structural) {
    check_schema_defaults(*schema, own, faults);
  }
  check_schema_words(*schema, own, faults);
  for (const char* member : {"apiVersion", "kind", "metadata"}) {
    if (schema->find("properties", member, "default") != nullptr) {
      const FieldPath properties = own.child("properties");
      const FieldPath property = properties.key(member);
      faults.forbidden(property.child("default"),
                       "must not be set in top-level " + std::string(member));
    }
  }
  if (structural) {
    const bool is_stored =
        version.before != nullptr && version.before->at("schema") == version.now.at("schema");
    check_rules(*schema, is_stored, own, faults);
  }
}

bool is_dotted(std::string_view path) {
  return path.size() > 1 && path.front() == '.' && path.find('[') == std::string_view::npos;
}

void check_scale_path(const json::Value& path, std::string_view root, const FieldPath& at,
                      Faults& faults) {
  if (path.as_string().empty()) {
    faults.required(at);
    return;
  }
  if (!is_dotted(path.as_string())) {
    faults.invalid(at, path, "must be a json path in the dot notation");
  }
  if (!path.as_string().starts_with("." + std::string(root) + ".")) {
    faults.invalid(at, path, "should be a json path under ." + std::string(root));
  }
}

void check_subresources(const Version& version, const FieldPath& at, Faults& faults) {
  const json::Value* scale = version.now.find("subresources", "scale");
  if (scale == nullptr) {
    return;
  }
  check_scale_path(scale->at("specReplicasPath"), "spec", at.child("scale.specReplicasPath"),
                   faults);
  check_scale_path(scale->at("statusReplicasPath"), "status", at.child("scale.statusReplicasPath"),
                   faults);
  const json::Value& selector = scale->at("labelSelectorPath");
  const std::string& path = selector.as_string();
  if (!path.empty() && !path.starts_with(".spec.") && !path.starts_with(".status.")) {
    faults.invalid(at.child("scale.labelSelectorPath"), selector,
                   "should be a json path under either .spec or .status");
  }
}

void check_column(const json::Value& column, const FieldPath& at, Faults& faults) {
  if (column.at("name").as_string().empty()) {
    faults.required(at.child("name"));
  }
  const std::string& type = column.at("type").as_string();
  if (type.empty()) {
    faults.required(at.child("type"), kColumnTypes);
  } else if (!among(type, {"integer", "number", "string", "boolean", "date"})) {
    faults.invalid(at.child("type"), type, kColumnTypes);
  }
  const std::string& format = column.at("format").as_string();
  if (!format.empty() && !among(format, {"int32", "int64", "float", "double", "byte", "date",
                                         "date-time", "password"})) {
    faults.invalid(at.child("format"), format, kColumnFormats);
  }
  const std::string& path = column.at("jsonPath").as_string();
  if (path.empty()) {
    faults.required(at.child("JSONPath"));
  } else if (path.front() != '.') {
    faults.invalid(at.child("JSONPath"), path, "must be a simple json path starting with .");
  } else if (const auto parsed = JsonPath::parse(path); !parsed) {
    faults.invalid(at.child("JSONPath"), path, parsed.error().message);
  }
}

void check_columns(const Version& version, const FieldPath& at, Faults& faults) {
  const json::Array& columns = version.now.at("additionalPrinterColumns").as_array();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    check_column(columns[i], at.item(i), faults);
  }
}

const json::Value* schema_at(const json::Value& schema, std::string_view path) {
  const json::Value* at = &schema;
  while (at != nullptr && !path.empty() && path.front() == '.') {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('.'), path.size());
    at = at->find("properties", path.substr(0, end));
    path.remove_prefix(end);
  }
  return path.empty() ? at : nullptr;
}

void check_selectable(const Version& version, const FieldPath& at, Faults& faults) {
  const json::Array& fields = version.now.at("selectableFields").as_array();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldPath item = at.item(i);
    const FieldPath own = item.child("jsonPath");
    const json::Value& path = fields[i].at("jsonPath");
    const json::Value* target =
        schema_at(version.now.at("schema", "openAPIV3Schema"), path.as_string());
    if (path.as_string().empty()) {
      faults.required(own);
      continue;
    }
    if (path.as_string().starts_with(".metadata")) {
      faults.invalid(own, path, "must not point to fields in metadata");
    } else if (target == nullptr) {
      faults.invalid(own, path, "is an invalid path: does not refer to a valid field");
      continue;
    } else if (!among(target->at("type").as_string(), {"string", "boolean", "integer"})) {
      faults.invalid(own, path,
                     "must point to a field of type string, boolean or integer. Enum string fields "
                     "and strings with formats are allowed.");
    }
    if (!seen.insert(path.as_string()).second) {
      faults.duplicate(own, path);
    }
  }
  if (seen.size() > kMaxSelectableFields) {
    faults.add("FieldValueTooMany", at,
               "Too many: " + std::to_string(seen.size()) + ": must have at most " +
                   std::to_string(kMaxSelectableFields) + " items");
  }
}

struct Part {
  const char* member;  // of a version
  const char* shared;  // where it stands when all versions agree
  void (*check)(const Version& version, const FieldPath& at, Faults& faults);
};
constexpr Part kParts[] = {
    {"schema", "validation", check_schema},
    {"subresources", "subresources", check_subresources},
    {"additionalPrinterColumns", "additionalPrinterColumns", check_columns},
    {"selectableFields", "selectableFields", check_selectable},
};

const json::Value* find_version(const json::Value* spec, const json::Value& name) {
  if (spec == nullptr) {
    return nullptr;
  }
  const json::Array& versions = spec->at("versions").as_array();
  const auto found =
      std::find_if(versions.begin(), versions.end(),
                   [&](const json::Value& version) { return version.at("name") == name; });
  return found == versions.end() ? nullptr : &*found;
}

}  // namespace

void check_version_contents(const json::Value& spec, const json::Value* old, const FieldPath& at,
                            Faults& faults) {
  const json::Array& versions = spec.at("versions").as_array();
  if (versions.empty()) {
    return;
  }
  const FieldPath list = at.child("versions");
  const auto with_old = [&](const json::Value& version) {
    return Version{version, find_version(old, version.at("name"))};
  };
  for (const Part& part : kParts) {
    const bool shared = std::all_of(versions.begin(), versions.end(), [&](const json::Value& each) {
      return each.at(part.member) == versions.front().at(part.member);
    });
    if (shared) {
      part.check(with_old(versions.front()), at.child(part.shared), faults);
      continue;
    }
    for (std::size_t i = 0; i < versions.size(); ++i) {
      const FieldPath own = list.item(i);
      part.check(with_old(versions[i]), own.child(part.member), faults);
    }
  }
}

void check_deprecation(const json::Value& version, const FieldPath& at, Faults& faults) {
  const json::Value* warning = version.find("deprecationWarning");
  if (warning == nullptr) {
    return;
  }
  const FieldPath own = at.child("deprecationWarning");
  if (!version.at("deprecated").as_bool()) {
    faults.invalid(own, *warning, "can only be set for deprecated versions");
  } else if (warning->as_string().empty()) {
    faults.invalid(own, *warning, "must not be an empty string");
  } else if (warning->as_string().size() > 256) {
    faults.invalid(own, *warning, "must be <= 256 characters long");
  }
}

}  // namespace sluice::api
