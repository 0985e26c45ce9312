// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "containers/launch.h"
#include "pod/volume_spec.h"

namespace sluice::pod {

// A directory that may hold only so much.
struct LimitedVolume {
  std::string name;
  std::filesystem::path directory;
  std::int64_t bytes = 0;
};

// The volumes of a pod on its node: directories below the attempt (what the kubelet fills), below
// the scratch directory (what is gone with the pod) or of the node itself. Used by the runner's
// thread only; `volumes` outlives it.
class PodVolumes {
 public:
  // `empty`: where those that begin empty are.
  PodVolumes(const std::vector<Volume>& volumes, const std::filesystem::path& attempt_dir,
             const std::filesystem::path& scratch, std::filesystem::path empty)
      : volumes_(volumes), attempt_dir_(attempt_dir), scratch_(scratch), empty_(std::move(empty)) {}

  // Makes what has to be made, checks what has to be there. Invalid names the volume.
  Result<void> make() const;

  // Those that are to be file systems in memory, mounted by whoever enters the pod's namespaces.
  std::vector<containers::MemoryVolume> memory() const;

  // Those with a limit nobody but us keeps.
  std::vector<LimitedVolume> limited() const;

  // Gives each its group and mode, once the pod's users are known here.
  void own() const;

  // What is mounted for this wish of a container. Invalid: a path that leaves the volume.
  Result<containers::Mount> mount(const VolumeMount& wish) const;

 private:
  std::filesystem::path place_of(const Volume& volume) const;

  const std::vector<Volume>& volumes_;
  const std::filesystem::path attempt_dir_;
  const std::filesystem::path scratch_;
  const std::filesystem::path empty_;
};

// Where the kubelet keeps a volume's files.
std::filesystem::path files_directory(const std::filesystem::path& attempt_dir,
                                      const std::string& volume);

// Checks a path of the node against hostPath.type, making it where the type says so.
Result<void> check_host_path(const std::filesystem::path& path, const std::string& type);

}  // namespace sluice::pod
