// SPDX-License-Identifier: Apache-2.0
//
// What the operator counts of machines that come, change and go.
#include "hooked_machines.h"

namespace sluice::machines {
namespace {

TEST_F(Hooks, AMachineThatComesBackIsNotCountedAgain) {
  const auto count = [&](const std::string& phase) {
    Exposition exposition;
    operator_->write_metrics(exposition);
    const std::string page = exposition.take();
    const std::string line =
        "sluice_machine_phase_seconds_count{phase=\"" + phase + "\",role=\"slurm-worker\"} ";
    const std::size_t at = page.find(line);
    return at == std::string::npos ? "none" : page.substr(at + line.size(), 2);
  };
  agents_.give_two_stacks("w");
  make("w", {});
  await_reason("w", "NotRegistered", kRegistered);
  agents_.register_node("w");
  await_reason("w", "Registered", kRegistered);
  EXPECT_TRUE(wait_until(seconds(60), [&] { return count("registered") == "1\n"; }));
  EXPECT_EQ(count("bootstrapped"), "1\n");
  annotate("w", "sluice.dev/stack", "kubernetes");
  await_reason("w", "RunsKubernetes", kRegistered);
  annotate("w", "sluice.dev/stack", "slurm");
  await_reason("w", "RegisteredAgain", kRegistered);
  make("next", {});
  agents_.register_node("next");
  await_reason("next", "Registered", kRegistered);
  EXPECT_TRUE(wait_until(seconds(60), [&] { return count("registered") == "2\n"; }));
  EXPECT_EQ(count("bootstrapped"), "2\n");
}

// It has no registration in Slurm by which it could be seen to be there.
TEST_F(Hooks, AKubernetesMachineIsCountedOnceWhenItIsReadyAndWhenItGoes) {
  const auto counted = [&](const std::string& phase) {
    Exposition exposition;
    operator_->write_metrics(exposition);
    return exposition.take().find("sluice_machine_phase_seconds_count{phase=\"" + phase +
                                  "\",role=\"kubernetes-worker\"} 1\n") != std::string::npos;
  };
  const auto show = [&](const char* ready) {
    patch_machine("k",
                  "{status: {conditions: [{type: NodeReady, reason: x, message: '', "
                  "lastTransitionTime: '2030-01-01T00:00:00Z', status: \"" +
                      std::string(ready) + "\"}]}}",
                  client::Part::kStatus);
  };
  make("k", {.role = "kubernetes-worker", .address = "10.0.0.1"});
  const json::Value ready =
      json::parse_yaml(
          "{status: {conditions: [{type: Ready, status: \"True\", reason: x, message: x, "
          "lastTransitionTime: '2030-01-01T00:00:00Z'}]}}")
          ->front();
  EXPECT_TRUE(client_.patch(api::kinds::node(), {"", "k"}, {.body = ready}, client::Part::kStatus)
                  .has_value());
  EXPECT_TRUE(wait_until(seconds(60), [&] {
    const client::ObjectPtr node = operator_->fleet().node_of(machine("k"), {});
    return node != nullptr && api::has_condition(*node, "Ready");
  }));
  EXPECT_FALSE(counted("services-ready"));
  show("True");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return counted("services-ready"); }));
  EXPECT_TRUE(counted("bootstrapped"));
  show("False");
  show("True");
  remove("k");
  patch_machine("k", "{metadata: {finalizers: null}}");
  EXPECT_TRUE(wait_until(seconds(60), [&] { return counted("deprovision"); }));
  EXPECT_TRUE(counted("services-ready"));  // still once
}

}  // namespace
}  // namespace sluice::machines
