// SPDX-License-Identifier: Apache-2.0
#include "cmd/variable.h"

#include <cstdlib>

namespace sluice::cmd {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string temporary_directory() {
  const std::string given = variable("TMPDIR");
  return given.empty() ? "/tmp" : given;
}

}  // namespace sluice::cmd
