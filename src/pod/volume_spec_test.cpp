// SPDX-License-Identifier: Apache-2.0
#include "pod/volume_spec.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(VolumeSpecTest, VolumesSurviveTheFile) {
  const std::vector<Volume> volumes{
      {.name = "config", .kind = VolumeKind::kFiles, .read_only = true, .group = 1000},
      {.name = "scratch", .kind = VolumeKind::kEmpty},
      {.name = "shm", .kind = VolumeKind::kMemory, .size_limit = 1 << 20},
      {.name = "data", .kind = VolumeKind::kHost, .path = "/data", .host_type = "Directory"}};
  EXPECT_EQ(volumes_from_json(to_json(volumes)), volumes);
}

TEST(VolumeSpecTest, MountsSurviveTheFile) {
  const std::vector<VolumeMount> mounts{
      {.volume = "data", .target = "/data", .sub_path = "a/b", .read_only = true},
      {.volume = "data", .target = "/shared", .propagation = "Bidirectional"}};
  EXPECT_EQ(mounts_from_json(to_json(mounts)), mounts);
}

}  // namespace
}  // namespace sluice::pod
