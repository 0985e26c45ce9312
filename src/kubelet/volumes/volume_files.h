// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <map>
#include <string>

#include "kubelet/pod_objects.h"
#include "kubelet/volumes/tokens.h"

// Volumes whose content comes from the API: config maps, secrets, fields of the pod and tokens of
// its service account, alone or projected together.
namespace sluice::kubelet {

struct VolumeFile {
  std::string content;
  mode_t mode = 0644;

  friend bool operator==(const VolumeFile&, const VolumeFile&) = default;
};
using VolumeFiles = std::map<std::string, VolumeFile>;  // by path below the volume

// How a volume of a pod's spec calls what it is of: "configMap", "nfs".
std::string volume_sort(const json::Value& volume);

// Whether it is of such a sort.
bool has_files(const json::Value& volume);

// What it holds now. NotFound names the missing object or key; Unsupported a source nobody here can
// serve.
Result<VolumeFiles> volume_files(const json::Value& volume, PodObjects& objects, Tokens& tokens);

}  // namespace sluice::kubelet
