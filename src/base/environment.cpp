// SPDX-License-Identifier: Apache-2.0
#include "base/environment.h"

namespace sluice {

bool is_variable(std::string_view entry, std::string_view name) {
  return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
}

std::optional<std::string_view> find_variable(const std::vector<std::string>& environment,
                                              std::string_view name) {
  for (const std::string& entry : environment) {
    if (is_variable(entry, name)) {
      return std::string_view(entry).substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

}  // namespace sluice
