// SPDX-License-Identifier: Apache-2.0
#include "http/query.h"

#include "base/text.h"

namespace sluice::http {

bool flag(const Target& target, std::string_view name) {
  const auto value = target.find(name);
  return value && *value != "0" && to_lower(*value) != "false";
}

}  // namespace sluice::http
