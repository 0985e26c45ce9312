// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/selector.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// Which objects a list or watch wants: label and field selector together. Immutable. Objects are
// decoded only when there is something to match.
class Selection {
 public:
  static Result<Selection> parse(const api::Kind& kind, const std::string& labels,
                                 const std::string& fields);  // BadRequest

  bool everything() const { return labels_.empty() && fields_.empty(); }
  Result<bool> matches(const StoredObject& object) const;

 private:
  Selection(api::LabelSelector labels, api::FieldSelector fields)
      : labels_(std::move(labels)), fields_(std::move(fields)) {}

  api::LabelSelector labels_;
  api::FieldSelector fields_;
};

}  // namespace sluice::registry
