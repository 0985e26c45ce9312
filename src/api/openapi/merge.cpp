// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/merge.h"

#include <map>
#include <string>

namespace sluice::api {
namespace {

constexpr std::string_view kReference = "$ref";
constexpr std::string_view kDefinitions = "#/definitions/";
constexpr int kMaxDepth = 100;  // of what other servers send

class Merge {
 public:
  Merge(json::Value& definitions, const json::Value& theirs)
      : definitions_(definitions), theirs_(theirs) {}

  // With the names its references have in the merged document; brings what they lead to.
  json::Value adopted(const json::Value& value, int depth = 0) {
    if (depth > kMaxDepth) {
      return {};
    }
    if (value.is_array()) {
      json::Array items;
      for (const json::Value& item : value.as_array()) {
        items.push_back(adopted(item, depth + 1));
      }
      return items;
    }
    if (!value.is_object()) {
      return value;
    }
    json::Object members;
    for (const auto& [name, member] : value.as_object()) {
      const std::string& text = member.as_string();
      const bool refers = name == kReference && text.starts_with(kDefinitions);
      members.append(name, refers ? json::Value(std::string(kDefinitions) +
                                                name_of(text.substr(kDefinitions.size()), depth))
                                  : adopted(member, depth + 1));
    }
    return members;
  }

 private:
  // Under which name their definition stands in the merged document.
  std::string name_of(const std::string& theirs, int depth) {
    if (const auto known = names_.find(theirs); known != names_.end()) {
      return known->second;
    }
    const json::Value& definition = theirs_.at(theirs);
    std::string name = theirs;
    for (int number = 2; definitions_.find(name) != nullptr; ++number) {
      if (definitions_.at(name) == definition) {
        return names_[theirs] = name;
      }
      name = theirs + "_v" + std::to_string(number);
    }
    names_[theirs] = name;
    definitions_[name] = json::Object();  // taken, also while it refers to itself
    json::Value adopted_definition = adopted(definition, depth + 1);
    definitions_[name] = std::move(adopted_definition);
    return name;
  }

  json::Value& definitions_;
  const json::Value& theirs_;
  std::map<std::string, std::string> names_;  // theirs to ours
};

}  // namespace

void merge_openapi_v2(json::Value& into, const json::Value& other, std::string_view prefix) {
  into["definitions"];  // both are there before either is referred to
  json::Value& paths = into["paths"];
  Merge merge(into["definitions"], other.at("definitions"));
  for (const auto& [path, item] : other.at("paths").as_object()) {
    if (path.starts_with(prefix) && paths.find(path) == nullptr) {
      paths[path] = merge.adopted(item);
    }
  }
}

}  // namespace sluice::api
