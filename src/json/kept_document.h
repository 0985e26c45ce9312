// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "json/value.h"

namespace sluice::json {

// What a process wrote down for the next one.
struct KeptDocument {
  std::string text;  // as it is in the file
  Value value;
};

// Nothing: there is no such file. Errors name it.
Result<std::optional<KeptDocument>> read_kept(const std::filesystem::path& file);

}  // namespace sluice::json
