// SPDX-License-Identifier: Apache-2.0
#include "containers/system_mounts.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>

#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

class SystemMountsTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  TestRunner runner_{GetParam()};
};

TEST_P(SystemMountsTest, SeesItsOwnProcessesAndTheUsualDevices) {
  EXPECT_EQ(runner_.run(runner_.shell("echo $$; ls /dev; echo x > /dev/null; "
                                      "ls /proc/acpi /sys/firmware 2>/dev/null | wc -w; "
                                      "echo 1 > /proc/sys/kernel/hostname")),
            "1\nfd\nfull\nmqueue\nnull\nptmx\npts\nrandom\nshm\nstderr\nstdin\nstdout\ntty\n"
            "urandom\nzero\n2\nsh: can't create /proc/sys/kernel/hostname: Read-only file system\n"
            "exit 1");
}

// Where the machine's own /proc is partly hidden, as in a container, nobody may see a whole one.
TEST_P(SystemMountsTest, APartlyHiddenProcIsShownAsItIs) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can hide a part of /proc";
  }
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", "/proc/irq", "tmpfs", 0, nullptr) != 0) {
      ::_exit(2);
    }
    const std::string text = runner_.run(runner_.shell("cat /proc/self/comm; id -u"));
    ::_exit(text.starts_with("cat\n0\nnote: /proc is the machine's, read-only: ") &&
                    text.ends_with("exit 0")
                ? 0
                : 1);
  }
  EXPECT_EQ(how_it_ended(child), "exit 0");
}

INSTANTIATE_TEST_SUITE_P(All, SystemMountsTest, ::testing::ValuesIn(all_surroundings({"builtin"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
