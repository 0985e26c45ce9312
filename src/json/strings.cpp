// SPDX-License-Identifier: Apache-2.0
#include "json/strings.h"

namespace sluice::json {

Array from_strings(const std::vector<std::string>& strings) {
  return {strings.begin(), strings.end()};
}

std::vector<std::string> to_strings(const Value& list) {
  std::vector<std::string> strings;
  for (const Value& item : list.as_array()) {
    strings.push_back(item.as_string());
  }
  return strings;
}

}  // namespace sluice::json
