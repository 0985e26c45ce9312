// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/options.h"
#include "base/result.h"

namespace sluice::cmd {

// Fills options from a YAML file whose keys are the options' names; a missing file is fine. An
// unknown key or a bad value is Invalid and names file and key. Applied before the command line, so
// that flags win.
Result<void> load_settings(const Usage& usage, const std::filesystem::path& file);

}  // namespace sluice::cmd
