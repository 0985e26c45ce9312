// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"

namespace sluice::images {

// Removes `name` in the open directory with everything below it, also what stands in directories
// that are write-protected for their owner, and whatever links point to stays. Missing is fine.
Result<void> remove_at(int directory, const std::string& name);
Result<void> remove_protected_tree(const std::filesystem::path& path);

// Removes below `name` what `keeps` does not want, by its path ("usr/lib/x", where `path` is that
// of `name`); a directory stays when it or something in it is kept.
Result<void> remove_unkept_at(int directory, const std::string& name, const std::string& path,
                              const std::function<bool(const std::string&)>& keeps);

}  // namespace sluice::images
