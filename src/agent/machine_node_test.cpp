// SPDX-License-Identifier: Apache-2.0
#include "agent/machine_node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/timestamp.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::agent {
namespace {

using testing::HasSubstr;

Config config() {
  return {.role = "slurm-worker",
          .node = "w-1",
          .node_spec = json::parse_yaml("{providerID: 'metal3://a/b/c', labels: {metal3.io/uuid: "
                                        "u}, kubeletVersion: v1.35.0}")
                           ->front()};
}
const WallTime kNow = *parse_rfc3339("2026-11-16T12:00:00Z");
const std::vector<ServiceReport> kReady{{"munge", ServiceState::kReady, ""}};

TEST(MachineNode, TakesNoPodsAndIsRecognisedByItsMachine) {
  const json::Value node = build_node(config());
  EXPECT_EQ(node.at("spec", "providerID").as_string(), "metal3://a/b/c");
  EXPECT_EQ(api::label(node, "metal3.io/uuid"), "u");
  EXPECT_EQ(node.at("spec", "taints").as_array().size(), 2U);
  const json::Value status = build_node_status(node, config(), {kReady, "10.0.0.1"}, kNow);
  EXPECT_EQ(status.at("nodeInfo", "kubeletVersion").as_string(), "v1.35.0");
  EXPECT_EQ(status.at("capacity", "pods").as_string(), "0");
  EXPECT_EQ(status.at("allocatable", "pods").as_string(), "0");
  for (const char* type : {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
    EXPECT_TRUE(api::has_condition(json::Object{{"status", status}}, type, "False")) << type;
  }
  EXPECT_TRUE(api::has_condition(json::Object{{"status", status}}, "Ready"));
}

TEST(MachineNode, NotesWhenItWasReadyForTheFirstTime) {
  json::Value node = build_node(config());
  node["status"] = build_node_status(
      node, config(), {{{"munge", ServiceState::kDeploying, ""}}, "10.0.0.1"}, kNow);
  EXPECT_EQ(first_ready_patch(node), std::nullopt);
  node["status"] = build_node_status(node, config(), {kReady, "10.0.0.1"}, kNow);
  const auto patch = first_ready_patch(node);
  ASSERT_TRUE(patch.has_value());
  EXPECT_EQ(json::write(*patch),
            R"({"metadata":{"annotations":{"sluice.dev/first-ready":"2026-11-16T12:00:00Z"}}})");
  node["metadata"]["annotations"]["sluice.dev/first-ready"] = "2026-11-16T12:00:00Z";
  EXPECT_EQ(first_ready_patch(node), std::nullopt);
}

TEST(MachineNode, IsReadyWhenItsServicesAre) {
  const json::Value status = build_node_status(build_node(config()), config(),
                                               {{{"munge", ServiceState::kDeploying, "exit code 1"},
                                                 {"slurmd", ServiceState::kDeploying, ""}},
                                                "10.0.0.1"},
                                               kNow);
  const json::Value shown = json::Object{{"status", status}};
  EXPECT_TRUE(api::has_condition(shown, "Ready", "False"));
  EXPECT_EQ(api::condition(shown, "Ready")->at("message").as_string(),
            "munge is deploying, exit code 1; slurmd is deploying");
}

TEST(MachineNode, TellsThatNothingIsDeclaredAnyMore) {
  Config following = config();
  following.follows = {"hpc", "x-nodes"};
  const json::Value shown = json::Object{
      {"status", build_node_status(build_node(following), following,
                                   {.services = {{"slurmd", ServiceState::kRemoved, ""}},
                                    .address = "10.0.0.1",
                                    .services_fault = "it is gone",
                                    .declared = false},
                                   kNow)}};
  EXPECT_TRUE(api::has_condition(shown, "Ready", "False"));
  const json::Value* known = api::condition(shown, "ServicesKnown");
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->at("status").as_string(), "False");
  EXPECT_EQ(known->at("reason").as_string(), "NothingDeclared");
  EXPECT_EQ(known->at("message").as_string(), "it is gone");
}

TEST(MachineNode, TellsThatAServiceWaitsForItsTurn) {
  Config following = config();
  following.follows = {"hpc", "x-nodes"};
  const json::Value shown =
      json::Object{{"status", build_node_status(build_node(following), following,
                                                {.services = kReady,
                                                 .address = "10.0.0.1",
                                                 .services_wait = "slurmd waits for its turn"},
                                                kNow)}};
  EXPECT_TRUE(api::has_condition(shown, "Ready"));
  const json::Value* known = api::condition(shown, "ServicesKnown");
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->at("status").as_string(), "False");
  EXPECT_EQ(known->at("reason").as_string(), "WaitsForTurn");
  EXPECT_EQ(known->at("message").as_string(), "slurmd waits for its turn");
}

TEST(MachineNode, TellsWhyNobodyCanGiveItOrders) {
  Config listening = config();
  listening.listen = Listen{};
  const auto takes_orders = [&](const std::string& fault) {
    const json::Value shown = json::Object{
        {"status", build_node_status(build_node(config()), listening, {kReady, "", fault}, kNow)}};
    const json::Value* condition = api::condition(shown, "TakesOrders");
    return condition == nullptr ? json::Value() : *condition;
  };
  EXPECT_EQ(takes_orders("").at("status").as_string(), "True");
  EXPECT_EQ(takes_orders("it expired").at("status").as_string(), "False");
  EXPECT_EQ(takes_orders("it expired").at("message").as_string(), "it expired");
}

TEST(MachineNode, ANodeOfAnotherMachineIsKnownByItsMarks) {
  Config ours = config();
  ours.machine = {"default", "m"};
  EXPECT_EQ(whose_node(build_node(ours), ours), "");
  EXPECT_EQ(whose_node(json::Object{}, ours), "");
  const auto theirs = [&](const std::string& text) {
    return whose_node(json::parse_yaml(text)->front(), ours);
  };
  EXPECT_EQ(theirs("{spec: {providerID: 'metal3://a/b/other'}}"),
            "the Node w-1 belongs to another machine: its spec.providerID is "
            "\"metal3://a/b/other\", expected \"metal3://a/b/c\"; delete it, or give this machine "
            "another host name");
  EXPECT_THAT(theirs("{metadata: {labels: {metal3.io/uuid: v}}}"), HasSubstr("metal3.io/uuid"));
  EXPECT_THAT(theirs("{metadata: {annotations: {cluster.x-k8s.io/machine: other}}}"),
              HasSubstr("\"other\", expected \"m\""));
  EXPECT_THAT(theirs("{metadata: {annotations: {cluster.x-k8s.io/cluster-namespace: other}}}"),
              HasSubstr("\"other\", expected \"default\""));
  EXPECT_EQ(theirs("{metadata: {annotations: {cluster.x-k8s.io/machine: m}}}"), "");
}

TEST(MachineNode, ANodeOfAnotherSlurmClusterIsKnownByItsLabels) {
  const auto of_cluster = [](const std::string& ns, const std::string& name) {
    return Config{.role = "slurm-worker",
                  .node = "n1",
                  .node_spec = json::parse_yaml("{labels: {sluice.dev/slurm-cluster: " + name +
                                                ", sluice.dev/slurm-cluster-namespace: " + ns +
                                                "}}")
                                   ->front()};
  };
  const Config ours = of_cluster("hpc", "a");
  EXPECT_EQ(whose_node(build_node(ours), ours), "");
  EXPECT_EQ(whose_node(build_node(of_cluster("hpc", "b")), ours),
            "the Node n1 belongs to another machine: its sluice.dev/slurm-cluster is \"b\", expected "
            "\"a\"; delete it, or give this machine another host name");
  EXPECT_THAT(whose_node(build_node(of_cluster("lab", "a")), ours),
              HasSubstr("sluice.dev/slurm-cluster-namespace is \"lab\", expected \"hpc\""));
  Config without = ours;
  without.node_spec = {};
  EXPECT_EQ(whose_node(build_node(without), ours), "");  // it gets the labels
}

TEST(MachineNode, WhatOthersPutThereStaysAndNothingIsWrittenTwice) {
  json::Value node = build_node(config());
  EXPECT_EQ(node_patch(node, config()), std::nullopt);
  node["metadata"]["labels"]["theirs"] = "x";
  node["spec"]["unschedulable"] = true;
  node["spec"]["taints"] = json::Array{json::Object{{"key", "theirs"}, {"effect", "NoExecute"}}};
  const auto patch = node_patch(node, config());
  ASSERT_TRUE(patch.has_value());
  EXPECT_EQ(patch->at("spec", "taints").as_array().size(), 2U);
  EXPECT_EQ(patch->find("spec", "unschedulable"), nullptr);
  const json::Value status = build_node_status(node, config(), {kReady, "10.0.0.1"}, kNow);
  node["status"] = status;
  EXPECT_EQ(build_node_status(node, config(), {kReady, "10.0.0.1"}, kNow + std::chrono::hours(1)),
            status);
}

}  // namespace
}  // namespace sluice::agent
