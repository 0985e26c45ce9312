// SPDX-License-Identifier: Apache-2.0
#include "http/own_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace sluice::http {
namespace {

TEST(OwnAddress, IsAnAddressOfThisMachine) {
  const std::string text = own_address();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ASSERT_EQ(::inet_pton(AF_INET, text.c_str(), &address.sin_addr), 1) << text;
  // Only an address of this machine can be bound to.
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0) << text;
  ::close(fd);
}

TEST(OwnAddress, IsTheOneOnTheWayToAHost) {
  EXPECT_EQ(own_address_towards("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(own_address_towards("127.0.0.9"), "127.0.0.1");
  EXPECT_EQ(own_address_towards("no such host"), own_address());
}

TEST(OwnAddress, IsLookedUpAgainWheneverItIsAskedFor) {
  EXPECT_EQ(OwnAddress("127.0.0.9").now(), "127.0.0.1");
  OwnAddress unknown("no such host");
  EXPECT_EQ(unknown.now(), own_address());
  EXPECT_EQ(unknown.now(), own_address());
}

}  // namespace
}  // namespace sluice::http
