// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cmd {

// Exit codes every subcommand uses.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;

// One word behind `sluice`, one file of this folder.
struct Subcommand {
  std::string_view name;
  std::string_view summary;
  int (*run)(const std::vector<std::string>& arguments);  // returns the exit code
  bool hidden = false;                                    // started by other parts, not by people
};

std::span<const Subcommand> subcommands();

int run_controllers(const std::vector<std::string>& arguments);
int run_doctor(const std::vector<std::string>& arguments);
int run_down(const std::vector<std::string>& arguments);
int run_image(const std::vector<std::string>& arguments);
int run_kubeconfig(const std::vector<std::string>& arguments);
int run_lab(const std::vector<std::string>& arguments);
int run_agent(const std::vector<std::string>& arguments);
int run_nomad(const std::vector<std::string>& arguments);
int run_operator(const std::vector<std::string>& arguments);
int run_plan(const std::vector<std::string>& arguments);
int run_history(const std::vector<std::string>& arguments);
int run_backup(const std::vector<std::string>& arguments);
int run_restore(const std::vector<std::string>& arguments);
int run_rollback(const std::vector<std::string>& arguments);
int run_pod(const std::vector<std::string>& arguments);
int run_relay(const std::vector<std::string>& arguments);
int run_kubelet(const std::vector<std::string>& arguments);
int run_job(const std::vector<std::string>& arguments);
int run_jobsync(const std::vector<std::string>& arguments);
int run_keep(const std::vector<std::string>& arguments);
int run_render(const std::vector<std::string>& arguments);
int run_resume(const std::vector<std::string>& arguments);
int run_status(const std::vector<std::string>& arguments);
int run_suspend(const std::vector<std::string>& arguments);
int run_times(const std::vector<std::string>& arguments);
int run_translate(const std::vector<std::string>& arguments);
int run_up(const std::vector<std::string>& arguments);
int run_version(const std::vector<std::string>& arguments);

}  // namespace sluice::cmd
