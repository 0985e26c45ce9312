// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "slurm/lab_command.h"

namespace sluice::slurm {

// The real Slurm all tests of this folder share, since libslurm serves one cluster per process:
// `sluice lab up`, started by the first test that asks, ended with the process. It is this
// machine's Slurm, or that of the tree SLUICE_LAB_SLURM_ROOT names. For tests only.
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

  // Whether it is of another release than the libslurm we are built with may be.
  bool is_of_tree() const { return !root_.empty(); }

  // Of Slurm's commands; empty: $PATH.
  std::string bin_dir() const {
    return is_of_tree() ? (scratch_.path() / "lab/bin").string() : std::string();
  }

  std::string slurm_conf() const { return (scratch_.path() / "lab/etc/slurm.conf").string(); }
  static std::filesystem::path module_path() {
    return std::filesystem::path(SLUICE_BINARY_DIR) / "sluice-slurm.so";
  }

  // slurmrestd of this lab, with a token of ours in a file.
  std::string rest_url() const { return rest_url_; }
  std::filesystem::path token_file() const { return scratch_.path() / "token"; }

  void control(const std::string& verb, const std::string& daemon) {
    const auto output = lab({verb, daemon});
    ASSERT_TRUE(output && output->exit_code == 0) << (output ? output->err : "");
  }

 private:
  TestLab() {
    const auto variable =
        runner_.run({.argv = {"/bin/sh", "-c", "printf %s \"$SLUICE_LAB_SLURM_ROOT\""}});
    root_ = variable ? variable->out : "";
    if (root_.empty() && (!find_program("slurmctld") || !find_program("munged"))) {
      return;
    }
    const bool rest = is_of_tree() ? std::filesystem::exists(root_ + "/usr/sbin/slurmrestd")
                                   : find_program("slurmrestd").has_value();
    std::vector<std::string> words{"up", "--nodes", std::to_string(kNodes)};
    if (is_of_tree()) {
      words.insert(words.end(), {"--slurm-root", root_});
    }
    if (keeps_accounts()) {
      words.emplace_back("--accounting");
    }
    if (rest) {
      words.emplace_back("--rest");
    }
    const auto output = lab(words);
    running_ = output && output->exit_code == 0;
    EXPECT_TRUE(running_) << (output ? output->err : output.error().message);
    if (running_ && rest) {
      prepare_rest();
    }
  }
  ~TestLab() { (void)lab({"down"}); }

  void prepare_rest() {
    const auto output = runner_.run(
        {.argv = {"/bin/sh", "-c", ". \"$1\" && echo \"$SLUICE_LAB_REST_URL\" && scontrol token",
                  "sh", (scratch_.path() / "lab/env").string()}});
    ASSERT_TRUE(output && output->exit_code == 0) << (output ? output->err : "");
    const auto lines = split(output->out, '\n');
    ASSERT_GE(lines.size(), 2U) << output->out;
    rest_url_ = lines[0];
    ASSERT_TRUE(write_file_replacing(token_file(), lines[1], 0600).has_value());
  }

  Result<CommandOutput> lab(const std::vector<std::string>& arguments) {
    return runner_.run(lab_command(arguments, scratch_.path() / "lab"));
  }

  TemporaryDirectory scratch_{"slurm"};
  ProcessRunner runner_;
  std::string root_;  // of a tree; empty: none
  bool running_ = false;
  std::string rest_url_;  // empty: slurmrestd is not installed
};

}  // namespace sluice::slurm
