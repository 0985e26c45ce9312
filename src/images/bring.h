// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/clock.h"
#include "base/result.h"
#include "images/sources/image_source.h"
#include "images/store.h"
#include "images/store_files.h"

namespace sluice::images {

struct BringOptions {
  std::function<void(const Progress&)> progress;
  std::stop_token stop;
  Pack pack = {};
};

// Brings the image from `source` into the store unless it is there: every layer is unpacked while
// it arrives, and nothing is kept unless all of them are what the image says they are, compressed
// and uncompressed. Waits while another process does the same.
Result<Image> bring(const StoreFiles& files, ImageSource& source, const BringOptions& options,
                    Clock& clock, const ImageParts& parts);

}  // namespace sluice::images
