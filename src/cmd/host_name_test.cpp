// SPDX-License-Identifier: Apache-2.0
#include "cmd/host_name.h"

#include <gtest/gtest.h>
#include <sys/utsname.h>

namespace sluice::cmd {
namespace {

TEST(HostName, IsWhatTheKernelSays) {
  utsname machine{};
  ASSERT_EQ(::uname(&machine), 0);
  EXPECT_EQ(host_name(), machine.nodename);
}

}  // namespace
}  // namespace sluice::cmd
