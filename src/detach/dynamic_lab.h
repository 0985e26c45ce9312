// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "slurm/lab_command.h"

namespace sluice::detach {

// A real Slurm whose nodes n1 and n2 register themselves, so that they can be deleted: started by
// the first test that asks, ended with the process. For tests only.
class DynamicLab {
 public:
  // Null where Slurm is not installed; the test then skips.
  static DynamicLab* instance() {
    static DynamicLab lab;
    return lab.running_ ? &lab : nullptr;
  }

  std::string slurm_conf() const { return (scratch_.path() / "lab/etc/slurm.conf").string(); }
  ProcessRunner& runner() { return runner_; }

  void control(const std::string& verb, const std::string& daemon) {
    const auto output = lab({verb, daemon});
    ASSERT_TRUE(output && output->exit_code == 0) << (output ? output->err : "");
  }

  std::string run(std::vector<std::string> words) {
    const auto output =
        runner_.run({.argv = std::move(words), .environment = {{"SLURM_CONF", slurm_conf()}}});
    return output ? output->out : output.error().message;
  }

  std::string user() { return std::string(trim(run({"id", "-un"}))); }

  // A job that needs one processor, and nothing but the flags say where; its number.
  std::string submit(std::vector<std::string> flags, const std::string& script) {
    std::vector<std::string> words{"sbatch", "--parsable", "--output=/dev/null", "--chdir=/tmp"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.push_back("--wrap=" + script);
    return std::string(trim(run(std::move(words))));
  }
  std::string state_of(const std::string& job) {
    return std::string(trim(run({"squeue", "-h", "-t", "all", "-j", job, "-o", "%T"})));
  }
  bool await_state(const std::string& job, const std::string& state) {
    return wait_until(std::chrono::seconds(60), [&] { return state_of(job) == state; });
  }

  // Both nodes are there again and take jobs, no job is left, and slurmctld runs.
  void clean() {
    run({"scancel", "-u", user()});
    for (const std::string node : {"n1", "n2"}) {
      const auto good = [&] {
        const std::string shown = run({"scontrol", "-o", "show", "node", node});
        return shown.find("State=IDLE+DYNAMIC_NORM ") != std::string::npos;
      };
      if (run({"scontrol", "-o", "show", "node", node}).find("not found") != std::string::npos) {
        control("stop", "slurmd-" + node);
        control("start", "slurmd-" + node);
      } else if (!good()) {
        run({"scontrol", "update", "NodeName=" + node, "State=RESUME"});
      }
      EXPECT_TRUE(wait_until(std::chrono::seconds(60), good))
          << run({"scontrol", "-o", "show", "node", node});
    }
  }

 private:
  DynamicLab() {
    if (!find_program("slurmctld") || !find_program("munged")) {
      return;
    }
    const auto output = lab({"up", "--nodes", "2", "--dynamic"});
    running_ = output && output->exit_code == 0;
    EXPECT_TRUE(running_) << (output ? output->err : output.error().message);
  }
  ~DynamicLab() { (void)lab({"down"}); }

  Result<CommandOutput> lab(const std::vector<std::string>& arguments) {
    return runner_.run(slurm::lab_command(arguments, scratch_.path() / "lab"));
  }

  TemporaryDirectory scratch_{"detach"};
  ProcessRunner runner_;
  bool running_ = false;
};

}  // namespace sluice::detach
