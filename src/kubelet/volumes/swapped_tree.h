// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "kubelet/volumes/volume_files.h"

namespace sluice::kubelet {

// Makes `directory` show `files`, all of them changing in one instant: they are written into a
// hidden directory of their own, and the link `..data`, through which every visible name goes, is
// swapped to it. Readers that hold the old content keep it until they look again. False: nothing
// was different. `group`, where given, owns everything and may read it.
Result<bool> show_files(const std::filesystem::path& directory, const VolumeFiles& files,
                        std::optional<std::int64_t> group);

}  // namespace sluice::kubelet
