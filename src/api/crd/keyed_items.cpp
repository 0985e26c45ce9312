// SPDX-License-Identifier: Apache-2.0
#include "api/crd/keyed_items.h"

#include <cmath>

#include "json/text.h"

namespace sluice::api {
namespace {

constexpr double kExact = 9007199254740992.0;  // integers up to there are the same as doubles

// 1 and 1.0 are the same.
std::string text_of(const json::Value& key) {
  const double number = key.as_double();
  const bool whole = key.is_number() && !key.is_int() && std::trunc(number) == number &&
                     std::abs(number) < kExact;
  return json::write(whole ? json::Value(static_cast<std::int64_t>(number)) : key);
}

}  // namespace

std::string KeyedItems::identity(const json::Value& item) const {
  std::string text;
  for (const std::string& key : keys_) {
    text += text_of(item.at(key)) + ",";
  }
  return text;
}

const json::Value* KeyedItems::find(const json::Value& item) {
  if (list_ == nullptr) {
    return nullptr;
  }
  if (found_.empty()) {
    const json::Array& items = list_->as_array();
    found_.reserve(items.size());
    for (const json::Value& one : items) {
      found_.emplace(identity(one), &one);
    }
  }
  const auto found = found_.find(identity(item));
  return found == found_.end() ? nullptr : found->second;
}

}  // namespace sluice::api
