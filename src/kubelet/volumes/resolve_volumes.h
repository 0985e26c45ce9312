// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "images/image.h"
#include "kubelet/volumes/volume_files.h"
#include "pod/volume_spec.h"

namespace sluice::kubelet {

struct ResolvedVolumes {
  std::vector<pod::Volume> volumes;
  std::map<std::string, VolumeFiles> files;  // by volume, of those the kubelet fills

  // Volumes of images get their path when those are there, by reference. Internal: one is missing.
  Result<void> show_images(const json::Value& pod,
                           const std::map<std::string, images::Image>& images);
};

// Unsupported, naming it, for a volume of a sort that nobody here can mount.
Result<void> check_volume(const json::Value& volume);

// The pod's volumes as its runner makes them, claims followed to what they are bound to; those of
// images still without their path. NotFound: something is missing that may still come. Unsupported
// names the volume and its sort.
Result<ResolvedVolumes> resolve_volumes(PodObjects& objects, Tokens& tokens);

// Only what the kubelet fills, as it is now; for refreshing.
Result<std::map<std::string, VolumeFiles>> current_files(PodObjects& objects, Tokens& tokens);

}  // namespace sluice::kubelet
