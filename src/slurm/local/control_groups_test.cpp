// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/control_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "base/files.h"

namespace sluice::slurm {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Version 2 as far as plain files can be it.
class UnifiedGroups : public testing::Test {
 protected:
  UnifiedGroups() {
    put(root() / "cgroup.controllers", "cpu memory pids\n");
    put(scratch_.path() / "own", "0::/scope\n");
    make(root() / "scope");
    put(root() / "scope/cgroup.procs", std::to_string(::getpid()) + "\n");
    make(root() / "scope/sluice");
  }
  static void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    ASSERT_TRUE(write_file_replacing(file, text).has_value());
  }
  static void make(const fs::path& group) {
    for (const char* name : {"cgroup.procs", "cgroup.subtree_control"}) {
      put(group / name, "");
    }
    put(group / "cgroup.controllers", "cpu memory pids\n");
  }
  fs::path root() const { return scratch_.path() / "mounts"; }
  ControlGroupFiles files() const { return {.mounts = root(), .own = scratch_.path() / "own"}; }
  static std::string text(const fs::path& file) { return read_file(file).value_or(""); }

  TemporaryDirectory scratch_{"groups"};
};

TEST_F(UnifiedGroups, ThisProcessMakesRoomForThoseOfJobs) {
  const GroupPlace seen = look_for_group_place(files());
  EXPECT_EQ(text(root() / "scope/sluice/cgroup.procs"), "");
  const GroupPlace place = take_group_place(files());
  EXPECT_EQ(text(root() / "scope/sluice/cgroup.procs"), std::to_string(::getpid()));
  EXPECT_THAT(text(root() / "scope/cgroup.subtree_control"), testing::StartsWith("+"));
  EXPECT_TRUE(place.missing.empty());
  EXPECT_TRUE(place.parent.unified);
  EXPECT_EQ(place.parent.directories, seen.parent.directories);
  EXPECT_EQ(place.parent.directories.at("memory"), root() / "scope");
}

TEST_F(UnifiedGroups, WhoIsInItsOwnGroupAlreadyStaysThere) {
  put(scratch_.path() / "own", "0::/scope/sluice\n");
  put(root() / "scope/cgroup.procs", "");
  const GroupPlace place = take_group_place(files());
  EXPECT_EQ(text(root() / "scope/sluice/cgroup.procs"), "");
  EXPECT_EQ(place.parent.directories.at("pids"), root() / "scope");
}

TEST_F(UnifiedGroups, NobodyElseIsMoved) {
  put(root() / "scope/cgroup.procs", "1\n" + std::to_string(::getpid()) + "\n");
  const GroupPlace place = take_group_place(files());
  EXPECT_EQ(text(root() / "scope/sluice/cgroup.procs"), "");
  EXPECT_TRUE(place.parent.directories.empty());
  EXPECT_THAT(place.missing.at("memory"), HasSubstr("others are in the control group"));
  EXPECT_THAT(place.missing.at("memory"), HasSubstr("Delegate=yes"));
}

TEST_F(UnifiedGroups, AControllerThatIsNotDelegatedIsNamed) {
  put(root() / "scope/cgroup.controllers", "memory pids\n");
  const GroupPlace place = take_group_place(files());
  EXPECT_EQ(place.parent.directories.size(), 2U);
  EXPECT_THAT(place.missing.at("cpu"), HasSubstr("lacks this controller"));
}

TEST_F(UnifiedGroups, LimitsAreWrittenInItsWords) {
  const ControlGroup group = group_below(take_group_place(files()).parent, "job");
  for (const char* name : {"memory.max", "memory.swap.max", "cpu.max", "pids.max"}) {
    put(root() / "scope/job" / name, "");
  }
  const auto made =
      make_group(group, {.cpu_thousandths = 1500, .memory_bytes = 64 << 20, .processes = 40});
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_EQ(text(root() / "scope/job/memory.max"), "67108864");
  EXPECT_EQ(text(root() / "scope/job/memory.swap.max"), "0");
  EXPECT_EQ(text(root() / "scope/job/cpu.max"), "150000 100000");
  EXPECT_EQ(text(root() / "scope/job/pids.max"), "40");
  put(root() / "scope/job/memory.events", "oom 1\noom_kill 0\n");
  EXPECT_FALSE(ran_out_of_memory(group));
  put(root() / "scope/job/memory.events", "oom 1\noom_kill 2\n");
  EXPECT_TRUE(ran_out_of_memory(group));
}

TEST_F(UnifiedGroups, ALimitThatCannotBeSetIsAnError) {
  const ControlGroup group = group_below(take_group_place(files()).parent, "job");
  const auto made = make_group(group, {.memory_bytes = 1});
  ASSERT_FALSE(made.has_value());
  EXPECT_THAT(made.error().message, HasSubstr("memory.max"));
}

TEST(ControlGroups, WithoutAnyEveryControllerIsMissing) {
  const TemporaryDirectory nothing("groups");
  const GroupPlace place = take_group_place({.mounts = nothing.path(), .own = "/nonexistent"});
  EXPECT_TRUE(place.parent.directories.empty());
  EXPECT_EQ(place.missing.size(), 3U);
}

// The kernel's own, where this user may make some. In a child, which may have to move.
TEST(ControlGroups, KeepAProcessToItsMemory) {
  constexpr int kNone = 77;
  const pid_t child = ::fork();
  if (child == 0) {
    const GroupPlace place = take_group_place();
    if (!place.parent.directories.contains("memory")) {
      ::_exit(kNone);
    }
    const ControlGroup group =
        group_below(place.parent, "sluice-test-" + std::to_string(::getpid()));
    if (!make_group(group, {.memory_bytes = 32 << 20, .processes = 20})) {
      ::_exit(1);
    }
    const pid_t greedy = ::fork();
    if (greedy == 0) {
      if (!enter_group(group)) {
        ::_exit(2);
      }
      std::vector<char> all(256 << 20);
      std::memset(all.data(), 1, all.size());
      ::_exit(all[1]);
    }
    int status = 0;
    ::waitpid(greedy, &status, 0);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    const bool told = ran_out_of_memory(group);
    remove_group(group);
    ::_exit(!killed ? 3 : !told ? 4 : fs::exists(group.directories.at("memory")) ? 5 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == kNone) {
    GTEST_SKIP() << look_for_group_place().missing.at("memory");
  }
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace sluice::slurm
