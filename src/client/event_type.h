// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "client/client.h"

namespace sluice::client {

// What watch streams call the types of their events.
inline constexpr std::array<std::pair<EventType, std::string_view>, 4> kEventTypeNames{
    {{EventType::kAdded, "ADDED"},
     {EventType::kModified, "MODIFIED"},
     {EventType::kDeleted, "DELETED"},
     {EventType::kBookmark, "BOOKMARK"}}};

constexpr std::string_view to_string(EventType type) {
  for (const auto& [value, name] : kEventTypeNames) {
    if (value == type) {
      return name;
    }
  }
  return "";
}

constexpr std::optional<EventType> event_type(std::string_view name) {
  for (const auto& [value, known] : kEventTypeNames) {
    if (known == name) {
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace sluice::client
