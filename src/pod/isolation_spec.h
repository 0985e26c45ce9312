// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "containers/launch.h"
#include "json/value.h"
#include "pod/volume_spec.h"

namespace sluice::pod {

// What stands between a container and its node. Part of spec.json; the host runtime looks at none
// of it.
struct Isolation {
  std::string image_id;  // as the status shows it
  std::string root;      // the image's files
  std::optional<containers::Identity> identity;
  containers::Privileges privileges;
  bool read_only_root = false;
  std::vector<VolumeMount> mounts;
};
json::Value to_json(const Isolation& isolation);
Isolation isolation_from_json(const json::Value& item);

// What the containers of a pod share.
struct Sharing {
  std::vector<Volume> volumes;
  bool processes = false;       // one process namespace for all
  bool host_processes = false;  // the node's
  bool host_ipc = false;
  std::int64_t max_processes = 0;  // of all containers together; 0: the usual number of the machine
  std::vector<std::pair<std::string, std::string>> sysctls = {};  // "kernel.shm_rmid_forced", "1"
};
json::Value to_json(const Sharing& sharing);
Sharing sharing_from_json(const json::Value& item);

}  // namespace sluice::pod
