// SPDX-License-Identifier: Apache-2.0
#include "pod/host.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(Host, HasANameAndAnAddress) {
  EXPECT_FALSE(host_name().empty());
  in_addr address{};
  EXPECT_EQ(::inet_pton(AF_INET, host_address().c_str(), &address), 1);
}

}  // namespace
}  // namespace sluice::pod
