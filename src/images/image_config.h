// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "images/image.h"

namespace sluice::images {

// An image's configuration as its registry keeps it.
struct ConfigDocument {
  ImageConfig config;
  std::string os;                     // "linux"
  std::string variant;                // "v7"
  std::vector<std::string> diff_ids;  // of its layers, uncompressed, the lowest first
};

// Docker's and OCI's form. Invalid when it is not one, names the field.
Result<ConfigDocument> parse_config(std::string_view text);

}  // namespace sluice::images
