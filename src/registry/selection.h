// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "api/selector.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// Which objects a list or watch wants: label and field selector together. Immutable. Name and
// namespace are judged by the object's place in the store; it is decoded only for what else there
// is to match.
class Selection {
 public:
  static Result<Selection> parse(const api::Kind& kind, const std::string& labels,
                                 const std::string& fields);  // BadRequest

  bool everything() const { return labels_.empty() && fields_.empty(); }
  bool only_place() const { return labels_.empty() && fields_.only_place(); }

  // The least prefix of the store below which everything selected is, or its very key.
  std::string prefix(const api::Kind& kind, const std::string& ns) const;

  bool matches_place(const store::Record& record) const;
  bool matches_part(const json::Value& part) const;  // as selectable_part() makes it
  Result<bool> matches(const StoredObject& object) const;

 private:
  Selection(api::LabelSelector labels, api::FieldSelector fields)
      : labels_(std::move(labels)), fields_(std::move(fields)) {}

  api::LabelSelector labels_;
  api::FieldSelector fields_;
};

}  // namespace sluice::registry
