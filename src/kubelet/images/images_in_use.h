// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/result.h"

namespace sluice::kubelet {

// The ids of the images that attempts at pods below `pods` run with, whose roots their specs name.
// A missing directory is one without pods.
Result<std::set<std::string>> images_in_use(const std::filesystem::path& pods);

}  // namespace sluice::kubelet
