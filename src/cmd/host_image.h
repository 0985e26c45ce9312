// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "images/store.h"

namespace sluice::cmd {

// Puts the image "sluice.dev/host:v1" into the store, unless it is there: nothing is in it. Pods of
// SlurmClusters that use the machine's own programs start from it and mount those.
Result<void> bring_host_image(images::ImageStore& store);

}  // namespace sluice::cmd
