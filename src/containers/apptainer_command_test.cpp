// SPDX-License-Identifier: Apache-2.0
#include "containers/apptainer_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::containers {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uid_t kUser = 1000;
const ApptainerProgram kApptainer{"apptainer", "/usr/bin/apptainer"};

Launch launch() {
  return {.root = "/images/x",
          .argv = {"sh", "-c", "echo \"$A\""},
          .environment = {"PATH=/bin", "A=line\nnext $HOME"}};
}

TEST(ApptainerCommand, SaysWhatTheContainerIs) {
  Launch wanted = launch();
  wanted.working_directory = "/work";
  const auto command = apptainer_command(kApptainer, {.hostname = "my-pod"}, wanted, kUser);
  EXPECT_THAT(command.argv,
              ElementsAre("/usr/bin/apptainer", "--silent", "exec", "--contain", "--ipc",
                          "--cleanenv", "--no-home", "--no-mount", "home,tmp,hostfs,cwd,bind-paths",
                          "--no-init", "--pid", "--hostname", "my-pod", "--writable-tmpfs", "--pwd",
                          "/work", "--fakeroot", "/images/x", "sh", "-c", "echo \"$A\""));
  EXPECT_TRUE(command.notes.empty());
}

TEST(ApptainerCommand, VariablesTravelInTheEnvironmentUnevaluated) {
  const auto command = apptainer_command(kApptainer, {}, launch(), kUser);
  EXPECT_THAT(command.environment, Contains("APPTAINERENV_A=line\nnext $HOME"));
  EXPECT_THAT(command.environment, Contains("APPTAINERENV_PATH=/bin"));
  EXPECT_THAT(command.environment, Contains("APPTAINER_NO_EVAL=1"));
  const auto older = apptainer_command({"singularity", "/bin/singularity"}, {}, launch(), kUser);
  EXPECT_THAT(older.environment, Contains("SINGULARITYENV_PATH=/bin"));
}

TEST(ApptainerCommand, AVariableWithoutAShellNameIsTold) {
  Launch wanted = launch();
  wanted.environment.emplace_back("my.var=1");
  const auto command = apptainer_command(kApptainer, {}, wanted, kUser);
  EXPECT_THAT(command.notes, ElementsAre(HasSubstr("variable \"my.var\" is not given")));
}

TEST(ApptainerCommand, MountsKeepOddNames) {
  Launch wanted = launch();
  wanted.mounts = {{.source = "/a", .target = "/b", .read_only = true},
                   {.source = "/c,d:\"e\"", .target = "/f"}};
  const auto command = apptainer_command(kApptainer, {}, wanted, kUser);
  EXPECT_THAT(command.argv, Contains("type=bind,source=/a,destination=/b,ro"));
  EXPECT_THAT(command.argv, Contains("type=bind,\"source=/c,d:\"\"e\"\"\",destination=/f"));
}

TEST(ApptainerCommand, AMountBelowDevIsTold) {
  Launch wanted = launch();
  wanted.mounts = {{.source = "/a", .target = "/dev/shm"}, {.source = "/b", .target = "/dev/log"}};
  const auto command = apptainer_command(kApptainer, {}, wanted, kUser);
  EXPECT_THAT(command.argv, Contains("type=bind,source=/a,destination=/dev/shm"));
  EXPECT_THAT(command.argv, Not(Contains(HasSubstr("/dev/log"))));
  EXPECT_THAT(command.notes, ElementsAre(HasSubstr("choose a path outside of /dev")));
}

TEST(ApptainerCommand, TheUserIsTheStarterUnlessRootStarts) {
  Launch wanted = launch();
  wanted.identity = Identity{.uid = 33, .gid = 44};
  const auto user = apptainer_command(kApptainer, {}, wanted, kUser);
  EXPECT_THAT(user.notes, ElementsAre(HasSubstr("runs as user 1000, not 33")));
  EXPECT_THAT(user.argv, Not(Contains("--fakeroot")));
  const auto root = apptainer_command(kApptainer, {}, wanted, 0);
  EXPECT_THAT(root.argv, Contains("uid:33"));
  EXPECT_THAT(root.argv, Contains("gid:44"));
  wanted.identity = Identity{.uid = kUser};
  EXPECT_TRUE(apptainer_command(kApptainer, {}, wanted, kUser).notes.empty());
}

TEST(ApptainerCommand, PrivilegesAndSharingAreFlags) {
  Launch wanted = launch();
  wanted.read_only_root = true;
  wanted.privileges = {.add = {"NET_ADMIN"}, .drop = {"ALL"}, .no_new_privileges = true};
  const auto command = apptainer_command(kApptainer, {.share_processes = true}, wanted, kUser);
  EXPECT_THAT(command.argv, Contains("--no-privs"));
  EXPECT_THAT(command.argv, Not(Contains("--writable-tmpfs")));
  EXPECT_THAT(command.argv, Not(Contains("--pid")));
  EXPECT_THAT(command.notes, ElementsAre(HasSubstr("added capabilities are not given")));
  EXPECT_THAT(apptainer_command(kApptainer, {}, wanted, 0).argv, Contains("--drop-caps"));
}

TEST(CheckProgram, LooksIntoTheImageAndTrustsMounts) {
  TemporaryDirectory root;
  ASSERT_TRUE(make_directory(root.path() / "bin").has_value());
  ASSERT_TRUE(write_file_atomic(root.path() / "bin/sh", "", 0755).has_value());
  Launch wanted = launch();
  wanted.root = root.path();
  EXPECT_TRUE(check_program(wanted).has_value());
  wanted.argv = {"gone"};
  EXPECT_EQ(check_program(wanted).error().message,
            "exec: \"gone\": executable file not found in $PATH");
  wanted.argv = {"/tools/run"};
  EXPECT_EQ(check_program(wanted).error().message,
            "exec: \"/tools/run\": stat /tools/run: no such file or directory");
  wanted.mounts = {{.source = "/somewhere", .target = "/tools"}};
  EXPECT_TRUE(check_program(wanted).has_value());
  wanted.argv = {};
  EXPECT_EQ(check_program(wanted).error().message, "no command specified");
  wanted.argv = {"sh"};
  wanted.root = "/no/such";
  EXPECT_EQ(check_program(wanted).error().message,
            "image root /no/such: no such file or directory");
}

}  // namespace
}  // namespace sluice::containers
