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
    const std::string line = "sluice_machine_phase_seconds_count{phase=\"" + phase +
                             "\",role=\"slurm-worker\"} ";
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

}  // namespace
}  // namespace sluice::machines
