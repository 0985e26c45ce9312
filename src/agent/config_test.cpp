// SPDX-License-Identifier: Apache-2.0
#include "agent/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::agent {
namespace {

using testing::HasSubstr;

Result<Config> config(const std::string& services) {
  return read_config(
      "{kind: AgentConfig, role: slurm-worker, node: {name: w-1, providerID: x}, kubeconfig: /k, "
      "stateDirectory: /s, services: " +
      services + "}");
}

TEST(AgentConfig, ServicesComeInAnOrderInWhichTheyCanStart) {
  const auto made = config(
      "[{name: b, unit: b.service, needsReady: [a]}, {name: a, unit: a.service, "
      "readiness: {command: [/bin/true]}}]");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_EQ(made->node, "w-1");
  EXPECT_EQ(made->services[0].name, "a");
  EXPECT_EQ(made->services[1].unit, "b.service");
}

TEST(AgentConfig, WhatCannotBeIsRefusedByField) {
  const auto refusal = [](const std::string& services) {
    const auto made = config(services);
    return made ? "taken" : made.error().message;
  };
  EXPECT_THAT(refusal("[{name: a, unit: u, needsReady: [b]}, {name: b, unit: u, needsReady: [a]}]"),
              HasSubstr("services: these wait for one another: a needs b needs a"));
  EXPECT_THAT(refusal("[{name: a, command: [/bin/a]}]"),
              HasSubstr("services: \"a\" has no unit; the agent starts units"));
  const auto other = read_config("{kind: Pod}");
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(other.error().message, HasSubstr("expected one document of the kind AgentConfig"));
}

TEST(AgentConfig, AnotherStackNeedsOrdersAndANode) {
  const auto with = [](const std::string& more) {
    return read_config(
        "{kind: AgentConfig, role: slurm-worker, node: {name: w-1}, stateDirectory: /s, slurm: "
        "{node: w-1}, kubernetes: {services: [{name: k, unit: k.service}]}, " +
        more + "}");
  };
  const std::string listen = "listen: {certificate: /c, key: /k, authority: /a, orderers: [boss]}";
  const auto made = with("kubeconfig: /k, " + listen);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_EQ(made->kubernetes_services.at(0).unit, "k.service");
  EXPECT_EQ(with(listen).error().message, "kubeconfig: Required value");
  EXPECT_THAT(with("kubeconfig: /k").error().message, HasSubstr("listen: Required value"));
}

Result<Config> listening(const std::string& listen) {
  return read_config(
      "{kind: AgentConfig, role: slurm-worker, node: {name: w-1}, stateDirectory: /s, slurm: "
      "{node: w-1, controller: '10.0.0.9:6817'}, listen: " +
      listen + "}");
}

TEST(AgentConfig, WhereAndWhoseOrdersAreTaken) {
  const auto made = listening("{certificate: /c, key: /k, authority: /a, orderers: [boss]}");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  ASSERT_TRUE(made->listen.has_value());
  EXPECT_EQ(made->slurm_node, "w-1");
  EXPECT_EQ(made->slurm_controller, "10.0.0.9:6817");
  EXPECT_EQ(made->listen->door.port, 8471);
  EXPECT_EQ(made->listen->door.authority, "/a");
  EXPECT_EQ(made->listen->endpoint.orderers, std::vector<std::string>{"boss"});
  const auto refusal = [](const std::string& listen) {
    const auto refused = listening(listen);
    return refused ? "taken" : refused.error().message;
  };
  EXPECT_EQ(refusal("{certificate: /c, key: /k, authority: /a}"),
            "listen.orderers: Required value");
  EXPECT_EQ(refusal("{key: /k}"), "listen.certificate: Required value");
  EXPECT_THAT(refusal("{port: 70000}"), HasSubstr("listen.port: expected a number from 1 to"));
}

}  // namespace
}  // namespace sluice::agent
