// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "containers/container_root.h"

namespace sluice::containers {

// The parts of a container's root that come from the kernel, as other runtimes have them.

// /proc, /sys, /dev and what is below it.
Result<void> mount_system(int root, const Launch& launch, const RootSurroundings& surroundings,
                          const Channel& channel);

// Hides and write-protects the paths below /proc and /sys that tell about or change the machine.
Result<void> mask_system(int root);

}  // namespace sluice::containers
