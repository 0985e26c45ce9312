// SPDX-License-Identifier: Apache-2.0
#include "registry/selection.h"

#include <utility>

namespace sluice::registry {

Result<Selection> Selection::parse(const api::Kind& kind, const std::string& labels,
                                   const std::string& fields) {
  TRY_ASSIGN(auto by_label, api::LabelSelector::parse(labels));
  TRY_ASSIGN(auto by_field, api::FieldSelector::parse(kind, fields));
  return Selection(std::move(by_label), std::move(by_field));
}

Result<bool> Selection::matches(const StoredObject& object) const {
  if (everything()) {
    return true;
  }
  TRY_ASSIGN(const json::Value value, object.decode());
  return labels_.matches(value) && fields_.matches(value);
}

}  // namespace sluice::registry
