// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/command.h"
#include "base/text.h"

namespace sluice::machines {

// slurmctld in a pod, in small: what its commands print and do. Thread-safe.
class SlurmInAPod {
 public:
  void register_node(const std::string& name, const std::string& state, int jobs = 0) {
    const std::scoped_lock lock(mutex_);
    nodes_[name] = {state, "", jobs};
  }
  bool knows(const std::string& name) const {
    const std::scoped_lock lock(mutex_);
    return nodes_.contains(name);
  }
  void set_away(bool away) {  // slurmctld: its pod is there
    const std::scoped_lock lock(mutex_);
    away_ = away;
  }
  void set_gone(bool gone) {  // its pod, too
    const std::scoped_lock lock(mutex_);
    gone_ = gone;
  }

  std::unique_ptr<CommandRunner> runner() { return std::make_unique<Runner>(*this); }

 private:
  struct Node {
    std::string state;
    std::string reason;
    int jobs = 0;
  };
  class Runner final : public CommandRunner {
   public:
    explicit Runner(SlurmInAPod& slurm) : slurm_(slurm) {}
    Result<CommandOutput> run(const Command& command) override { return slurm_.run(command); }

   private:
    SlurmInAPod& slurm_;
  };

  Result<CommandOutput> run(const Command& command) {
    const std::scoped_lock lock(mutex_);
    if (gone_) {
      return fail(Code::kUnavailable, "there is no such pod");
    }
    const std::string line = join(command.argv, " ");
    if (line == "true") {
      return CommandOutput{};
    }
    if (away_) {
      return CommandOutput{1, "", "slurm_load_node error: Unable to contact slurm controller\n"};
    }
    if (line.starts_with("scontrol -o show node")) {
      return show(command.argv.size() > 4 ? command.argv[4] : "");
    }
    if (line.starts_with("squeue")) {
      return queue();
    }
    if (line == "scontrol -o show reservation") {
      return CommandOutput{0, "No reservations in the system\n", ""};
    }
    if (line.starts_with("scontrol update NodeName=")) {
      Node& node = nodes_[command.argv[2].substr(std::string("NodeName=").size())];
      if (command.argv[3] != "State=DRAIN") {
        return CommandOutput{1, "", "unknown: " + line};
      }
      node.state += "+DRAIN";
      node.reason = command.argv.back().substr(std::string("Reason=").size());
      return CommandOutput{};
    }
    if (line.starts_with("scontrol delete NodeName=")) {
      nodes_.erase(command.argv[2].substr(std::string("NodeName=").size()));
      return CommandOutput{};
    }
    return CommandOutput{1, "", "unknown: " + line};
  }
  CommandOutput show(const std::string& only) const {
    std::string out;
    for (const auto& [name, node] : nodes_) {
      if (only.empty() || name == only) {
        out += "NodeName=" + name + " CPUAlloc=" + std::to_string(node.jobs) +
               " State=" + node.state +
               (node.reason.empty() ? "" : " Reason=" + node.reason + " [slurm@1900000000]") + "\n";
      }
    }
    if (out.empty()) {
      return only.empty() ? CommandOutput{0, "No nodes in the system\n", ""}
                          : CommandOutput{1, "Node " + only + " not found\n", ""};
    }
    return {0, out, ""};
  }
  CommandOutput queue() const {
    std::string out;
    int id = 0;
    for (const auto& [name, node] : nodes_) {
      for (int i = 0; i < node.jobs; ++i) {
        out += std::to_string(++id) + "|RUNNING|1900000000|" + name + "|\n";
      }
    }
    return {0, out, ""};
  }

  mutable std::mutex mutex_;
  std::map<std::string, Node> nodes_;
  bool away_ = false;
  bool gone_ = false;
};

}  // namespace sluice::machines
