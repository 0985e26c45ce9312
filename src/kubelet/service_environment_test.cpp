// SPDX-License-Identifier: Apache-2.0
#include "kubelet/service_environment.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

std::string value(const std::vector<pod::EnvVar>& variables, std::string_view name) {
  for (const pod::EnvVar& variable : variables) {
    if (variable.name == name) {
      return variable.value;
    }
  }
  return "(none)";
}

TEST(ServiceEnvironmentTest, AServiceIsFoundInBothWays) {
  const auto variables = service_variables(*json::parse(
      R"({"metadata":{"name":"redis-master"},"spec":{"clusterIP":"10.0.0.11","ports":[
          {"name":"main-port","port":6379,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]}})"));
  EXPECT_EQ(value(variables, "REDIS_MASTER_SERVICE_HOST"), "10.0.0.11");
  EXPECT_EQ(value(variables, "REDIS_MASTER_SERVICE_PORT"), "6379");
  EXPECT_EQ(value(variables, "REDIS_MASTER_SERVICE_PORT_MAIN_PORT"), "6379");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT"), "tcp://10.0.0.11:6379");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT_6379_TCP"), "tcp://10.0.0.11:6379");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT_6379_TCP_PROTO"), "tcp");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT_6379_TCP_PORT"), "6379");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT_6379_TCP_ADDR"), "10.0.0.11");
  EXPECT_EQ(value(variables, "REDIS_MASTER_PORT_53_UDP"), "udp://10.0.0.11:53");
}

TEST(ServiceEnvironmentTest, AHeadlessOneIsNotThere) {
  EXPECT_TRUE(
      service_variables(
          *json::parse(
              R"({"metadata":{"name":"x"},"spec":{"clusterIP":"None","ports":[{"port":1}]}})"))
          .empty());
}

}  // namespace
}  // namespace sluice::kubelet
