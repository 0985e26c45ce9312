// SPDX-License-Identifier: Apache-2.0
#include "containers/system_mounts.h"

#include <gtest/gtest.h>

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

INSTANTIATE_TEST_SUITE_P(All, SystemMountsTest, ::testing::ValuesIn(all_surroundings({"builtin"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
