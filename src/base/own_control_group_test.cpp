// SPDX-License-Identifier: Apache-2.0
#include "base/own_control_group.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice {
namespace {

class OwnControlGroup : public testing::Test {
 protected:
  void put(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories((scratch_.path() / file).parent_path());
    ASSERT_TRUE(write_file_replacing(scratch_.path() / file, text).has_value());
  }
  ControlGroupFiles files() const {
    return {.mounts = scratch_.path() / "mounts", .own = scratch_.path() / "own"};
  }

  TemporaryDirectory scratch_{"groups"};
};

TEST_F(OwnControlGroup, IsADirectoryForEachController) {
  put("own", "4:memory:/jobs/a:b\n3:cpu,cpuacct:/\n0::/elsewhere\n");
  const std::filesystem::path mounts = files().mounts;
  EXPECT_EQ(own_control_group("memory", files()), mounts / "memory/jobs/a:b");
  EXPECT_EQ(own_control_group("cpu", files()), mounts / "cpu/");
  EXPECT_EQ(own_control_group("pids", files()), std::nullopt);
  EXPECT_EQ(own_out_of_memory_kills(files()), 0);
  put("mounts/memory/jobs/a:b/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
  EXPECT_EQ(own_out_of_memory_kills(files()), 3);
}

TEST_F(OwnControlGroup, IsOneForAllInTheUnifiedHierarchy) {
  put("mounts/cgroup.controllers", "memory\n");
  put("own", "0::/user.slice/a.scope\n");
  EXPECT_EQ(own_control_group("memory", files()), files().mounts / "user.slice/a.scope");
  put("mounts/user.slice/a.scope/memory.events", "low 0\noom 9\noom_kill 2\noom_group_kill 0\n");
  EXPECT_EQ(own_out_of_memory_kills(files()), 2);
}

TEST_F(OwnControlGroup, WhereNobodyCountsNothingIsCounted) {
  EXPECT_EQ(own_control_group("memory", files()), std::nullopt);
  EXPECT_EQ(own_out_of_memory_kills(files()), 0);
}

}  // namespace
}  // namespace sluice
