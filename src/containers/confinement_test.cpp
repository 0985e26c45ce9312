// SPDX-License-Identifier: Apache-2.0
#include "containers/confinement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

using ::testing::HasSubstr;

class ConfinementTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  // Whether the user has a range of ids is the machine's affair.
  std::string kind_of_ids() {
    return runner_.in_user([] { return granted_ranges() ? "range" : "single"; });
  }
  TestRunner runner_{GetParam()};
};

TEST_P(ConfinementTest, TheUserIsWhoWasAskedForAndOwnsWhatTheRunnerOwns) {
  EXPECT_EQ(runner_.run(runner_.shell("id -u; id -g")), "0\n0\nexit 0");
  Launch launch = runner_.shell("id -u; id -g; touch /tmp/x; stat -c %u:%g /tmp/x");
  launch.identity = Identity{1234, 55};
  EXPECT_EQ(runner_.run(launch), "1234\n55\n1234:55\nexit 0");
  launch = runner_.shell("id -u; id -g");
  launch.identity = Identity{0, 55};
  EXPECT_EQ(runner_.run(launch), "0\n55\nexit 0");
}

TEST_P(ConfinementTest, FilesOfAnyUserBelongToTheUserOfTheJob) {
  if (GetParam().user == 0) {
    GTEST_SKIP() << "root has every id";
  }
  Launch launch = runner_.shell("echo x > /v/mine");
  launch.identity = Identity{1234, 55};
  launch.mounts = {{.source = runner_.volume(), .target = "/v"}};
  EXPECT_EQ(runner_.run(launch), "exit 0");
  struct stat file {};
  ASSERT_EQ(::stat((runner_.volume() / "mine").c_str(), &file), 0);
  EXPECT_EQ(file.st_uid, GetParam().user);
}

TEST_P(ConfinementTest, GroupsAreGivenOrTold) {
  Launch launch = runner_.shell("id -G");
  launch.identity = Identity{0, 0, {2000, 3000}};
  const std::string text = runner_.run(launch);
  if (GetParam().user == 0 || kind_of_ids() == "range") {
    EXPECT_EQ(text, "0 2000 3000\nexit 0");
  } else {
    EXPECT_THAT(text, HasSubstr("note: supplementary groups 2000, 3000 are not given"));
  }
}

TEST_P(ConfinementTest, WithARangeOtherUsersExistBesideTheMainOne) {
  if (GetParam().user != 0 && kind_of_ids() != "range") {
    GTEST_SKIP() << "this user has no range in /etc/subuid";
  }
  Launch launch = runner_.shell("touch /tmp/x; chown 77:88 /tmp/x; stat -c %u:%g /tmp/x");
  EXPECT_EQ(runner_.run(launch), "77:88\nexit 0");
  launch = runner_.shell("id -u; id -G");
  launch.identity = Identity{1234, 55, {66}};
  EXPECT_EQ(runner_.run(launch), "1234\n55 66\nexit 0");
}

TEST_P(ConfinementTest, PrivilegesAreTheDefaultOnes) {
  const std::string status =
      "grep -E '^(CapEff|CapBnd|CapAmb|CapInh|NoNewPrivs|Seccomp):' /proc/self/status";
  EXPECT_EQ(runner_.run(runner_.shell(status)),
            "CapInh:\t0000000000000000\nCapEff:\t00000000a80425fb\nCapBnd:\t00000000a80425fb\n"
            "CapAmb:\t0000000000000000\nNoNewPrivs:\t0\nSeccomp:\t2\nexit 0");
  Launch launch = runner_.shell(status);
  launch.identity = Identity{7, 7};
  launch.privileges = {
      .add = {"KILL"}, .drop = {"ALL"}, .no_new_privileges = true, .seccomp = Seccomp::kUnconfined};
  EXPECT_EQ(runner_.run(launch),
            "CapInh:\t0000000000000000\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000020\n"
            "CapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t0\nexit 0");
  launch = runner_.shell("mount -t tmpfs x /tmp && echo mounted");
  EXPECT_THAT(runner_.run(launch), HasSubstr("exit 1"));
  launch.privileges = {.privileged = true};
  EXPECT_EQ(runner_.run(launch), "mounted\nexit 0");
}

TEST_P(ConfinementTest, AFurtherProcessIsConfinedLikeTheFirst) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) -> std::string {
    Launch launch = runner_.program({"sleep", "1000"});
    launch.identity = Identity{1234, 55};
    const auto started = runtime.start(launch);
    if (!started) {
      return started.error().message;
    }
    launch.argv = {"sh", "-c", "id -u; id -g; ps | grep -c [s]leep; grep CapBnd /proc/self/status"};
    return run_in(runtime, started->pid, launch);
  });
  EXPECT_EQ(text, "1234\n55\n1\nCapBnd:\t00000000a80425fb\nexit 0");
}

TEST_P(ConfinementTest, AUserMayStartInADirectoryOnlyRootMayEnter) {
  ASSERT_TRUE(make_directory(runner_.root() / "closed", 0700).has_value());
  ASSERT_EQ(::chown((runner_.root() / "closed").c_str(), GetParam().user, GetParam().user), 0);
  Launch launch = runner_.program({"pwd"});
  launch.identity = Identity{1234, 55};
  launch.working_directory = "/closed";
  EXPECT_EQ(runner_.run(launch), "/closed\nexit 0");
}

TEST_P(ConfinementTest, AFurtherProcessMayHaveATerminalOfItsOwn) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) -> std::string {
    Launch launch = runner_.program({"sleep", "1000"});
    launch.identity = Identity{1234, 55};
    launch.terminal = Terminal{};
    const auto started = runtime.start(launch);
    launch.argv = {"sh", "-c", "tty; stat -c %u $(tty); ls /dev/console"};
    const auto further = runtime.execute(started ? started->pid : 0, launch);
    return further ? read_all(further->terminal.get()) + how_it_ended(further->pid)
                   : further.error().message;
  });
  EXPECT_EQ(text, "/dev/pts/1\r\n1234\r\n/dev/console\r\nexit 0");
}

INSTANTIATE_TEST_SUITE_P(All, ConfinementTest, ::testing::ValuesIn(all_surroundings({"builtin"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
