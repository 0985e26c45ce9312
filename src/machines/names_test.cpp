// SPDX-License-Identifier: Apache-2.0
#include "machines/names.h"

#include <gtest/gtest.h>

namespace sluice::machines {
namespace {

TEST(Names, PathsThatLeadElsewhereAreRefused) {
  EXPECT_EQ(path_fault("/etc/motd"), "");
  EXPECT_EQ(path_fault("/opt/a b/..c"), "");
  for (const char* path : {"", "/", "etc/motd", "/etc/../root/x", "/etc/..", "/./x", "/etc//x",
                           "/etc/", "../x", "/a\nb"}) {
    EXPECT_NE(path_fault(path), "") << path;
  }
}

TEST(Names, NamesThatSlurmWouldTakeForOthersAreRefused) {
  EXPECT_EQ(slurm_host_fault("worker-7"), "");
  for (const char* name :
       {"", "a.example.com", "Node", "a_b", "n[1-4]", "a,b", "-a", "localhost", "all", "default"}) {
    EXPECT_NE(slurm_host_fault(name), "") << name;
  }
  EXPECT_EQ(slurm_host_fault(std::string(63, 'a')), "");
  EXPECT_NE(slurm_host_fault(std::string(64, 'a')), "");
}

TEST(Names, AMountUnitIsNamedAfterItsDirectoryAsSystemdWantsIt) {
  EXPECT_EQ(mount_unit("/shared"), "shared");
  EXPECT_EQ(mount_unit("/home/hpc-1"), "home-hpc\\x2d1");
  EXPECT_EQ(mount_unit("/.a"), "\\x2ea");
}

}  // namespace
}  // namespace sluice::machines
