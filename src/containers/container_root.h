// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "containers/channel.h"
#include "containers/id_map.h"
#include "containers/launch.h"

namespace sluice::containers {

// What a container's file system needs to know about its pod.
struct RootSurroundings {
  std::filesystem::path shared_memory;  // the pod's /dev/shm; empty: the machine's
  bool host_processes = false;
  bool host_ipc = false;
  IdMap groups = {};  // of the pod's user namespace
};

// Empties the launch's scratch directory and makes the places a container's root is put together
// from. Called by the starter.
Result<void> prepare_scratch(const Launch& launch);

// Puts the root together and makes it the root of this process, which has a mount namespace of its
// own: the image below a writable layer, /proc, /sys, /dev, the launch's mounts, the working
// directory. The machine's files are out of reach afterwards. Notes go to the starter.
Result<void> enter_root(const Launch& launch, const RootSurroundings& surroundings,
                        const Channel& channel);

// Puts the terminal at /dev/console as well.
Result<void> mount_console(const std::string& terminal);

}  // namespace sluice::containers
