// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/value.h"

// The volumes of a pod as its runner makes them, and where containers see them. Part of spec.json.
namespace sluice::pod {

enum class VolumeKind {
  kFiles,   // config maps, secrets, fields, tokens: the kubelet keeps them in the attempt directory
  kEmpty,   // made by the runner on its node, gone with the pod
  kMemory,  // the same in memory
  kHost,    // a path of the node, or of the shared file system
  kImage,   // the files of an image, in the shared store: never written to
};

struct Volume {
  std::string name;
  VolumeKind kind = VolumeKind::kFiles;
  std::string path;                   // of kHost and kImage
  std::string host_type;              // of kHost: "DirectoryOrCreate", …; empty: unchecked
  std::int64_t size_limit = 0;        // bytes, of kEmpty and kMemory; 0: none
  bool read_only = false;             // whatever a mount asks for
  std::optional<std::int64_t> group;  // fsGroup: owns what is in it

  friend bool operator==(const Volume&, const Volume&) = default;
};

struct VolumeMount {
  std::string volume;
  std::string target;    // in the container
  std::string sub_path;  // below the volume; made when it is missing
  bool read_only = false;
  std::string propagation;  // "", "None", "HostToContainer", "Bidirectional"

  friend bool operator==(const VolumeMount&, const VolumeMount&) = default;
};

json::Value to_json(const std::vector<Volume>& volumes);
std::vector<Volume> volumes_from_json(const json::Value& items);
json::Value to_json(const std::vector<VolumeMount>& mounts);
std::vector<VolumeMount> mounts_from_json(const json::Value& items);

}  // namespace sluice::pod
