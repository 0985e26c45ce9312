// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "api/apply/path_element.h"
#include "api/apply/value_type.h"
#include "json/value.h"

namespace sluice::api {

// Members of an object by name, quickly even when there are thousands. No members when `value` is
// null or no object. Refers to the object.
class MemberIndex {
 public:
  explicit MemberIndex(const json::Value* value);

  const json::Object& members() const { return members_; }
  std::size_t size() const { return members_.size(); }
  const json::Value* find(std::string_view name) const;

 private:
  const json::Object& members_;
  std::vector<std::pair<std::string_view, const json::Value*>> sorted_;  // of large objects only
};

struct ListItem {
  PathElement element;
  const json::Value* value;
};

// The items of a list that have an identity, sorted by it; those with the same one in the order
// they have in the list. `type` is a kList.
std::vector<ListItem> items_by_identity(const ValueType& type, const json::Value* list);

}  // namespace sluice::api
