// SPDX-License-Identifier: Apache-2.0
#include "api/subresources.h"

#include <algorithm>

#include "api/tables/schemas.h"

namespace sluice::api {
namespace {

constexpr std::string_view kVerbs[] = {"get", "patch", "update"};

tables::Subresource custom_subresource(const Kind& kind, std::string_view name) {
  tables::Subresource result{.group = kind.group,
                             .version = kind.version,
                             .resource = kind.plural,
                             .name = name,
                             .kind = kind.kind,
                             .kind_group = "",
                             .kind_version = "",
                             .verbs = kVerbs,
                             .schema = kind.schema};
  if (name == "scale") {
    result.kind = "Scale";
    result.kind_group = "autoscaling";
    result.kind_version = "v1";
    result.schema = &tables::kAutoscalingV1Scale;
  }
  return result;
}

}  // namespace

std::vector<tables::Subresource> subresources_of(const Kind& kind) {
  std::vector<tables::Subresource> found;
  if (kind.custom != nullptr) {
    for (const std::string_view name : kind.subresources) {
      found.push_back(custom_subresource(kind, name));
    }
    return found;
  }
  for (const tables::Subresource& sub : tables::kSubresources) {
    if (sub.group == kind.group && sub.version == kind.version && sub.resource == kind.plural) {
      found.push_back(sub);
    }
  }
  return found;
}

bool subresource_serves(const Kind& kind, std::string_view name, std::string_view verb) {
  for (const tables::Subresource& sub : subresources_of(kind)) {
    if (sub.name == name) {
      return std::find(sub.verbs.begin(), sub.verbs.end(), verb) != sub.verbs.end();
    }
  }
  return false;
}

Kind part_kind(const Kind& kind, std::string_view name) {
  if (name.empty()) {
    return kind;
  }
  for (const tables::Subresource& sub : subresources_of(kind)) {
    if (sub.name == name && sub.schema != nullptr && sub.schema != kind.schema) {
      const bool other_group = !sub.kind_version.empty();
      return {.group = other_group ? sub.kind_group : kind.group,
              .version = other_group ? sub.kind_version : kind.version,
              .kind = sub.kind,
              .plural = kind.plural,
              .singular = kind.singular,
              .schema = sub.schema};
    }
  }
  return kind;
}

}  // namespace sluice::api
