// SPDX-License-Identifier: Apache-2.0
#include "base/process_status.h"

#include "base/text.h"

namespace sluice {

std::string_view status_field(std::string_view process_status, std::string_view name) {
  for (const std::string_view line : split(process_status, '\n')) {
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':')) {
      return trim(line.substr(name.size() + 1));
    }
  }
  return {};
}

// Its numbers in the namespaces it is in, its own last.
bool is_first_of_namespace(std::string_view process_status) {
  return status_field(process_status, "NSpid").ends_with("\t1");
}

}  // namespace sluice
