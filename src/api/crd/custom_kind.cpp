// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

#include "api/catalog.h"
#include "api/columns.h"
#include "api/crd/custom_resource.h"
#include "api/crd/custom_schema.h"
#include "api/crd/json_path.h"
#include "api/meta.h"
#include "api/table.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view kVerbs[] = {"delete", "deletecollection", "get",    "list",
                                       "patch",  "create",           "update", "watch"};

const std::string& name_of(const json::Value& names, const char* member) {
  return names.at(member).as_string();
}

Words words(const json::Value& list) {
  Words found;
  for (const json::Value& word : list.as_array()) {
    found.emplace_back(word.as_string());
  }
  return found;
}

// ".spec.color" as field selectors name it: "spec.color".
std::string_view dotted(const std::string& path) {
  const std::string_view text = path;
  return text.starts_with('.') ? text.substr(1) : text;
}

// "com.example.v1.Thing" of group example.com.
std::string definition_name(std::string_view group, std::string_view version,
                            std::string_view kind) {
  auto parts = split(group, '.');
  std::reverse(parts.begin(), parts.end());
  std::string name;
  for (const std::string_view part : parts) {
    name += std::string(part) + ".";
  }
  return name + std::string(version) + "." + std::string(kind);
}

// The best version that is served, not deprecated and better than that one; empty: there is none.
std::string successor_of(const json::Value& spec, const std::string& deprecated) {
  std::string best;
  for (const json::Value& version : spec.at("versions").as_array()) {
    const std::string& name = version.at("name").as_string();
    if (version.at("served").as_bool() && !version.at("deprecated").as_bool() &&
        better_version(name, best.empty() ? deprecated : best)) {
      best = name;
    }
  }
  return best;
}

std::string deprecation_of(const json::Value& spec, const json::Value& version) {
  if (!version.at("deprecated").as_bool()) {
    return "";
  }
  if (const json::Value* warning = version.find("deprecationWarning")) {
    return warning->as_string();
  }
  const std::string& name = version.at("name").as_string();
  const auto called = [&spec](const std::string& its) {
    return spec.at("group").as_string() + "/" + its + " " + spec.at("names", "kind").as_string();
  };
  const std::string successor = successor_of(spec, name);
  return called(name) + " is deprecated" + (successor.empty() ? "" : "; use " + called(successor));
}

std::string storage_version_of(const json::Value& spec) {
  for (const json::Value& version : spec.at("versions").as_array()) {
    if (version.at("storage").as_bool()) {
      return version.at("name").as_string();
    }
  }
  return "";
}

json::Value webhook_of(const json::Value& spec) {
  const bool webhook = spec.at("conversion", "strategy").as_string() == "Webhook";
  return webhook ? spec.at("conversion", "webhook") : json::Value();
}

// A Kind and all that it points to.
class OwnedKind {
 public:
  OwnedKind(std::shared_ptr<const json::Value> definition, const json::Value& version)
      : definition_(std::move(definition)),
        spec_(definition_->at("spec")),
        version_(version),
        names_(definition_->at("status", "acceptedNames")),
        schema_(version.at("schema", "openAPIV3Schema"),
                definition_name(spec_.at("group").as_string(), version.at("name").as_string(),
                                name_of(names_, "kind"))),
        custom_{.openapi = version.at("schema", "openAPIV3Schema"),
                .check = ValueCheck(version.at("schema", "openAPIV3Schema")),
                .rules = ValidationRules::compile(version.at("schema", "openAPIV3Schema")),
                .shape = definition_shape(*definition_),
                .list_kind = name_of(names_, "listKind"),
                .storage_version = storage_version_of(spec_),
                .terminating = is_being_deleted(*definition_),
                .deprecation = deprecation_of(spec_, version),
                .webhook = webhook_of(spec_)} {
    read_words();
    read_columns();
    describe();
  }

  const Kind& kind() const { return kind_; }

 private:
  void read_words() {
    short_names_ = words(names_.at("shortNames"));
    categories_ = words(names_.at("categories"));
    for (const char* name : {"scale", "status"}) {
      if (version_.find("subresources", name) != nullptr) {
        subresources_.emplace_back(name);
      }
    }
    for (const json::Value& field : version_.at("selectableFields").as_array()) {
      selectors_.push_back(dotted(field.at("jsonPath").as_string()));
    }
    if (const json::Value* scale = version_.find("subresources", "scale")) {
      scale_ = {.spec_replicas = dotted(scale->at("specReplicasPath").as_string()),
                .status_replicas = dotted(scale->at("statusReplicasPath").as_string()),
                .selector = dotted(scale->at("labelSelectorPath").as_string())};
    }
  }

  void read_columns() {
    const json::Array& columns = version_.at("additionalPrinterColumns").as_array();
    if (columns.empty()) {
      return;  // then name and age are shown
    }
    columns_.push_back(columns::kName);
    for (const json::Value& column : columns) {
      auto path = JsonPath::parse(column.at("jsonPath").as_string());
      if (!path) {
        continue;
      }
      const std::string& text = column.at("description").as_string();
      const std::string_view description =
          text.empty() ? descriptions_.emplace_back(
                             "Custom resource definition column (in JSONPath format): " +
                             column.at("jsonPath").as_string())
                       : text;
      columns_.push_back({.name = column.at("name").as_string(),
                          .type = column.at("type").as_string(),
                          .format = column.at("format").as_string(),
                          .priority = static_cast<int>(column.at("priority").as_int()),
                          .description = description,
                          .json_path = &paths_.emplace_back(std::move(*path))});
    }
  }

  void describe() {
    kind_ = Kind{.group = spec_.at("group").as_string(),
                 .version = version_.at("name").as_string(),
                 .kind = name_of(names_, "kind"),
                 .plural = name_of(names_, "plural"),
                 .singular = name_of(names_, "singular"),
                 .namespaced = spec_.at("scope").as_string() == "Namespaced",
                 .has_status = version_.find("subresources", "status") != nullptr,
                 .conditional_update = true,
                 .verbs = kVerbs,
                 .short_names = short_names_,
                 .categories = categories_,
                 .subresources = subresources_,
                 .field_selectors = selectors_,
                 .columns = columns_,
                 .schema = &schema_.root(),
                 .scale = version_.find("subresources", "scale") != nullptr ? &scale_ : nullptr,
                 .custom = &custom_};
  }

  const std::shared_ptr<const json::Value> definition_;
  const json::Value& spec_;
  const json::Value& version_;
  const json::Value& names_;
  const CustomSchema schema_;
  const CustomResource custom_;
  Words short_names_, categories_, subresources_, selectors_;
  ScalePaths scale_;
  std::deque<JsonPath> paths_;
  std::deque<std::string> descriptions_;
  std::vector<Column> columns_;
  Kind kind_;
};

}  // namespace

std::size_t definition_shape(const json::Value& definition) {
  return std::hash<std::string>{}(json::write(definition.at("spec")) +
                                  json::write(definition.at("status", "acceptedNames")));
}

std::vector<KindPtr> custom_kinds(std::shared_ptr<const json::Value> definition) {
  std::vector<KindPtr> kinds;
  for (const json::Value& version : definition->at("spec", "versions").as_array()) {
    if (version.at("served").as_bool()) {
      auto owned = std::make_shared<const OwnedKind>(definition, version);
      kinds.emplace_back(owned, &owned->kind());
    }
  }
  return kinds;
}

}  // namespace sluice::api
