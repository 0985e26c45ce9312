// SPDX-License-Identifier: Apache-2.0
#include "containers/container_root.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

using ::testing::HasSubstr;

class ContainerRootTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  TestRunner runner_{GetParam()};
};

TEST_P(ContainerRootTest, TheRootIsTheImagesAndIsNeverWrittenTo) {
  EXPECT_EQ(runner_.run(runner_.shell("touch /etc/new && ls / /etc")),
            "/:\nbin\ndev\netc\nproc\nsys\ntmp\n\n/etc:\nnew\nexit 0");
  EXPECT_FALSE(std::filesystem::exists(runner_.root() / "etc/new"));
}

TEST_P(ContainerRootTest, EveryStartHasAFreshWritableLayer) {
  const std::string text = runner_.in_runner([&](Runtime& runtime) {
    const Launch launch = runner_.shell("ls /tmp; mkdir -p /tmp/a/b");
    std::string both = run_with(runtime, launch) + "; ";
    return both += run_with(runtime, launch);
  });
  EXPECT_EQ(text, "exit 0; exit 0");
}

TEST_P(ContainerRootTest, AReadOnlyRootStillTakesItsMounts) {
  Launch launch = runner_.shell("echo x > /y; echo ok > /new/place/y; cat /new/place/y; pwd");
  launch.read_only_root = true;
  launch.working_directory = "/made/here";
  launch.mounts = {{.source = runner_.volume(), .target = "/new/place"}};
  EXPECT_EQ(runner_.run(launch),
            "sh: can't create /y: Read-only file system\nok\n/made/here\nexit 0");
  EXPECT_EQ(read_file(runner_.volume() / "y").value(), "ok\n");
}

TEST_P(ContainerRootTest, MountsFollowLinksOnlyInsideTheRoot) {
  std::filesystem::create_symlink("/etc", runner_.root() / "link");
  std::filesystem::create_symlink("../../../../../../up", runner_.root() / "escape");
  ASSERT_TRUE(write_file_atomic(runner_.volume() / "f", "content", 0644).has_value());
  ASSERT_EQ(::chown((runner_.volume() / "f").c_str(), GetParam().user, GetParam().user), 0);
  Launch launch = runner_.shell("cat /etc/deep/f; cat /etc/one");
  launch.mounts = {{.source = runner_.volume(), .target = "/link/deep"},
                   {.source = runner_.volume() / "f", .target = "/link/one", .read_only = true}};
  EXPECT_EQ(runner_.run(launch), "contentcontentexit 0");
  launch.mounts = {{.source = runner_.volume(), .target = "/escape/x"}};
  EXPECT_THAT(runner_.run(launch), HasSubstr("mounting \"" + runner_.volume().string() +
                                             "\" at \"/escape/x\": creating directory"));
  launch.mounts = {{.source = runner_.volume(), .target = "relative"}};
  EXPECT_EQ(runner_.run(launch), "error: mount target \"relative\": must be an absolute path");
  launch.mounts = {{.source = runner_.volume(), .target = "/./"}};
  EXPECT_EQ(runner_.run(launch), "error: mount target \"/./\": must not be the root");
  launch.mounts = {{.source = "/no/such", .target = "/x"}};
  EXPECT_EQ(runner_.run(launch), "error: mounting \"/no/such\": No such file or directory");
}

TEST_P(ContainerRootTest, ReadOnlyMountsAndMountsBelowOthers) {
  std::filesystem::create_directory(runner_.directory() / "inner");
  std::filesystem::create_directory(runner_.volume() / "sub");
  ASSERT_EQ(::chown((runner_.directory() / "inner").c_str(), GetParam().user, GetParam().user), 0);
  Launch launch = runner_.shell("echo x > /v/y; echo x > /v/sub/y && echo written");
  launch.mounts = {{.source = runner_.directory() / "inner", .target = "/v/sub"},
                   {.source = runner_.volume(), .target = "/v", .read_only = true}};
  EXPECT_EQ(runner_.run(launch), "sh: can't create /v/y: Read-only file system\nwritten\nexit 0");
}

TEST_P(ContainerRootTest, AWorkingDirectoryOfSomebodyElseIsNamed) {
  Launch launch = runner_.program({"true"});
  launch.working_directory = "/bin/busybox";
  EXPECT_THAT(runner_.run(launch), HasSubstr("error: working directory \"/bin/busybox\": "));
}

TEST_P(ContainerRootTest, AMissingImageIsNamed) {
  Launch launch = runner_.program({"true"});
  launch.root = "/no/such/image";
  EXPECT_EQ(runner_.run(launch), "error: image root /no/such/image: no such file or directory");
}

TEST_P(ContainerRootTest, OddCharactersInTheImagesPathAreFine) {
  const std::filesystem::path odd = runner_.directory() / "a:b,c\\d";
  std::filesystem::rename(runner_.root(), odd);
  Launch launch = runner_.program({"echo", "ok"});
  launch.root = odd;
  EXPECT_EQ(runner_.run(launch), "ok\nexit 0");
}

TEST_P(ContainerRootTest, MountsMadeLaterPropagateAsAsked) {
  const std::string mount = "mkdir -p /v/in && mount -t tmpfs x /v/in && echo 1 > /v/in/made; ";
  const auto seen_by_second = [&](Propagation first, Propagation second) {
    return runner_.in_runner([&](Runtime& runtime) -> std::string {
      Result<Pipe> up = make_pipe();
      Result<Pipe> go = make_pipe();
      Launch maker = runner_.shell(mount + "true", "one");
      Launch reader = runner_.shell("echo up; read x; ls /v/in", "two");
      maker.privileges.privileged = true;
      maker.mounts = {{.source = runner_.volume(), .target = "/v", .propagation = first}};
      reader.mounts = {{.source = runner_.volume(), .target = "/v", .propagation = second}};
      reader.stdout_fd = up->write.get();
      reader.stdin_fd = go->read.get();
      const auto reading = runtime.start(reader);
      const std::string made = run_with(runtime, maker);
      if (!reading || ::write(go->write.get(), "\n", 1) != 1) {
        return "not started";
      }
      const std::string end = how_it_ended(reading->pid);
      up->write.reset();
      return made + ", " + read_all(up->read.get()) + end;
    });
  };
  EXPECT_EQ(seen_by_second(Propagation::kBidirectional, Propagation::kHostToContainer),
            "exit 0, up\nmade\nexit 0");
  EXPECT_EQ(seen_by_second(Propagation::kBidirectional, Propagation::kNone), "exit 0, up\nexit 0");
  EXPECT_EQ(seen_by_second(Propagation::kNone, Propagation::kHostToContainer),
            "exit 0, up\nexit 0");
}

TEST_P(ContainerRootTest, AFileSystemThatCannotCarryTheWritableLayerIsNamed) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can make such a file system here";
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string place = runner_.directory();
    const std::string options = "lowerdir=" + place + "/root,upperdir=" + place +
                                "/volume/up,workdir=" + place + "/volume/work";
    std::filesystem::create_directory(runner_.volume() / "up");
    std::filesystem::create_directory(runner_.volume() / "work");
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("overlay", (place + "/scratch").c_str(), "overlay", 0, options.c_str()) != 0) {
      ::_exit(2);
    }
    ::chmod((place + "/scratch").c_str(), 0777);
    const std::string text = runner_.run(runner_.program({"true"}));
    ::_exit(text.find("the file system of " + place +
                      "/scratch/main may not carry a writable "
                      "layer") != std::string::npos
                ? 0
                : 1);
  }
  EXPECT_EQ(how_it_ended(child), "exit 0");
}

INSTANTIATE_TEST_SUITE_P(All, ContainerRootTest, ::testing::ValuesIn(all_surroundings({"builtin"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
