// SPDX-License-Identifier: Apache-2.0
#include "registry/selection.h"

#include <string_view>
#include <utility>

#include "registry/keys.h"

namespace sluice::registry {

Result<Selection> Selection::parse(const api::Kind& kind, const std::string& labels,
                                   const std::string& fields) {
  TRY_ASSIGN(auto by_label, api::LabelSelector::parse(labels));
  TRY_ASSIGN(auto by_field, api::FieldSelector::parse(kind, fields));
  return Selection(std::move(by_label), std::move(by_field));
}

std::string Selection::prefix(const api::Kind& kind, const std::string& ns) const {
  const std::string name = fields_.required_name();
  const std::string place = ns.empty() ? fields_.required_namespace() : ns;
  const bool known = !name.empty() && (!kind.namespaced || !place.empty());
  return known ? object_key(kind, {place, name}) : kind_prefix(kind, place);
}

// "/registry/core/pods/default/a": namespace and name are the last two, and where there is no
// namespace nothing can be said of it.
bool Selection::matches_place(const store::Record& record) const {
  const std::string_view key = record.key;
  const std::size_t before_name = key.rfind('/');
  if (before_name == key.npos) {
    return true;  // of an object that is not stored
  }
  const std::string_view above = key.substr(0, before_name);
  return fields_.matches_place(above.substr(above.rfind('/') + 1), key.substr(before_name + 1));
}

bool Selection::matches_part(const json::Value& part) const {
  return labels_.matches(part) && fields_.matches(part);
}

Result<bool> Selection::matches(const StoredObject& object) const {
  if (!matches_place(*object.record)) {
    return false;
  }
  if (only_place()) {
    return true;
  }
  TRY_ASSIGN(const json::Value value, object.decode());
  return matches_part(value);
}

}  // namespace sluice::registry
