// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "images/store.h"

namespace sluice::cmd {

// "4.26MB", in powers of ten as container tools show it.
std::string human_size(std::int64_t bytes);

// The table of `sluice image list`: REPOSITORY TAG IMAGE ID SIZE. A digest is a row of its own only
// for images that have no tag.
std::string image_table(const std::vector<images::NamedImage>& images);

// "docker.io/library/busybox:latest: layer 2 of 3, 12MB of 45MB".
std::string progress_line(const std::string& image, const images::Progress& progress);

}  // namespace sluice::cmd
