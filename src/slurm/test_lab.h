// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/command.h"
#include "base/files.h"

namespace sluice::slurm {

// The real Slurm all tests of this folder share, since libslurm serves one cluster per process:
// `sluice lab up`, started by the first test that asks, ended with the process. For tests only.
class TestLab {
 public:
  static constexpr int kNodes = 2;

  // slurmdbd and its database come with it where they are installed.
  static bool keeps_accounts() {
    return find_program("slurmdbd").has_value() && find_program("mariadbd").has_value();
  }

  // Null where Slurm is not installed; the test then skips.
  static TestLab* instance() {
    static TestLab lab;
    return lab.running_ ? &lab : nullptr;
  }

  std::string slurm_conf() const { return (scratch_.path() / "lab/etc/slurm.conf").string(); }
  static std::filesystem::path module_path() {
    return std::filesystem::path(SLUICE_BINARY_DIR) / "sluice-slurm.so";
  }

  void control(const std::string& verb, const std::string& daemon) {
    const auto output = lab({verb, daemon});
    ASSERT_TRUE(output && output->exit_code == 0) << (output ? output->err : "");
  }

 private:
  TestLab() {
    if (!find_program("slurmctld") || !find_program("munged")) {
      return;
    }
    std::vector<std::string> arguments{"up", "--nodes", std::to_string(kNodes)};
    if (keeps_accounts()) {
      arguments.emplace_back("--accounting");
    }
    const auto output = lab(arguments);
    running_ = output && output->exit_code == 0;
    EXPECT_TRUE(running_) << (output ? output->err : output.error().message);
  }
  ~TestLab() { (void)lab({"down"}); }

  Result<CommandOutput> lab(const std::vector<std::string>& arguments) {
    Command command{.argv = {std::string(SLUICE_BINARY_DIR) + "/sluice", "lab"},
                    .timeout = std::chrono::seconds(120)};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.argv.insert(command.argv.end(), {"--dir", (scratch_.path() / "lab").string()});
    return runner_.run(command);
  }

  TemporaryDirectory scratch_{"slurm"};
  ProcessRunner runner_;
  bool running_ = false;
};

}  // namespace sluice::slurm
