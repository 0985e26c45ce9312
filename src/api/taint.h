// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "json/value.h"

namespace sluice::api {

// A taint of a node; an empty value is left out.
inline json::Value taint(std::string_view key, std::string_view value, std::string_view effect) {
  json::Value result = json::Object{{"key", key}, {"effect", effect}};
  if (!value.empty()) {
    result["value"] = value;
  }
  return result;
}

}  // namespace sluice::api
