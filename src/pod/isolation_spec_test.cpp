// SPDX-License-Identifier: Apache-2.0
#include "pod/isolation_spec.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(IsolationSpecTest, ItSurvivesTheFile) {
  const Isolation read =
      isolation_from_json(to_json(Isolation{.image_id = "sha256:1",
                                            .root = "/images/1",
                                            .identity = containers::Identity{.uid = 5},
                                            .privileges = {.no_new_privileges = true},
                                            .read_only_root = true,
                                            .mounts = {{.volume = "v", .target = "/v"}}}));
  EXPECT_EQ(read.image_id, "sha256:1");
  EXPECT_EQ(read.root, "/images/1");
  EXPECT_EQ(read.identity->uid, 5u);
  EXPECT_TRUE(read.privileges.no_new_privileges);
  EXPECT_TRUE(read.read_only_root);
  EXPECT_EQ(read.mounts.size(), 1u);
}

TEST(IsolationSpecTest, WithoutAnIdentityThereIsNone) {
  EXPECT_FALSE(isolation_from_json(to_json(Isolation{})).identity.has_value());
}

TEST(IsolationSpecTest, WhatIsSharedSurvivesTheFile) {
  const Sharing read = sharing_from_json(to_json(Sharing{.volumes = {{.name = "v"}},
                                                         .processes = true,
                                                         .host_processes = true,
                                                         .host_ipc = true,
                                                         .max_processes = 40,
                                                         .sysctls = {{"kernel.sem", "1 2"}}}));
  EXPECT_EQ(read.volumes.size(), 1u);
  EXPECT_TRUE(read.processes && read.host_processes && read.host_ipc);
  EXPECT_EQ(read.max_processes, 40);
  ASSERT_EQ(read.sysctls.size(), 1u);
  EXPECT_EQ(read.sysctls[0], std::pair(std::string("kernel.sem"), std::string("1 2")));
}

}  // namespace
}  // namespace sluice::pod
