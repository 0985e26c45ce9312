// SPDX-License-Identifier: Apache-2.0
#include "api/host_ports.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(HostPorts, CollideByNumberProtocolAndAddress) {
  const HostPort every{.port = 80};
  EXPECT_TRUE(collide(every, HostPort{.address = "127.0.0.1", .port = 80}));
  EXPECT_TRUE(collide(HostPort{.address = "10.0.0.1", .port = 80},
                      HostPort{.address = "10.0.0.1", .port = 80}));
  EXPECT_FALSE(collide(HostPort{.address = "10.0.0.1", .port = 80},
                       HostPort{.address = "10.0.0.2", .port = 80}));
  EXPECT_FALSE(collide(every, HostPort{.protocol = "UDP", .port = 80}));
  EXPECT_FALSE(collide(every, HostPort{.port = 81}));
}

TEST(HostPorts, OfContainersAndSidecarsCount) {
  const auto ports = host_ports(*json::parse(R"({
    "containers":[{"ports":[{"containerPort":1},{"hostPort":80,"hostIP":"127.0.0.1"}]}],
    "initContainers":[{"ports":[{"hostPort":81}]},
                      {"restartPolicy":"Always","ports":[{"hostPort":82,"protocol":"UDP"}]}]})"));
  ASSERT_EQ(ports.size(), 2U);
  EXPECT_EQ(ports[0], (HostPort{"127.0.0.1", "TCP", 80}));
  EXPECT_EQ(ports[1], (HostPort{"0.0.0.0", "UDP", 82}));
}

TEST(HostPorts, OfTwoPodsCollideWhenAnyDo) {
  const std::vector<HostPort> some{HostPort{.port = 1}, HostPort{.port = 2}};
  const std::vector<HostPort> others{HostPort{.port = 3}, HostPort{.port = 2}};
  EXPECT_TRUE(collide(some, others));
  EXPECT_FALSE(collide(some, std::vector<HostPort>{}));
}

}  // namespace
}  // namespace sluice::api
