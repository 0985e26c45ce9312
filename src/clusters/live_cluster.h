// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster.h"
#include "clusters/progress.h"
#include "clusters/slurm_commands.h"
#include "clusters/stages.h"
#include "slurmconf/rollout.h"

namespace sluice::clusters {

// On Nodes whose agent knows it: a digest of the slurm.conf that slurmd has.
constexpr const char* kSlurmConfAnnotation = "sluice.dev/slurm-conf";

// A SlurmCluster in the middle of a change, as a rollout sees it: files and restarts are objects,
// which the controllers and kubelets make so; questions and `scontrol reconfigure` go through
// slurmctld's pod; slurmd are restarted by the agents of their machines.
class LiveCluster final : public slurmconf::Cluster {
 public:
  struct Parts {
    client::Client& client;
    client::PodCommands& commands;
    const client::Object& object;  // the SlurmCluster
    const clusters::Cluster& from;
    const clusters::Cluster& to;
    const std::vector<json::Value>& before;  // objects
    const std::vector<json::Value>& after;
    const slurmconf::Plan& plan;
    const Progress& progress;  // as it goes on
    WallTime now;
  };
  explicit LiveCluster(const Parts& parts) : parts_(parts), slurm_(parts.commands, parts.from) {}

  Result<std::map<std::string, std::string>> partition_states() override {
    return slurm_.partition_states();
  }
  Result<void> set_partition_state(const std::string& name, const std::string& state) override {
    return slurm_.set_partition_state(name, state);
  }
  Result<std::map<std::string, Node>> nodes_at_door(
      const std::vector<std::string>& names) override {
    return slurm_.nodes_at_door(names);
  }
  Result<void> drain(const std::string& node, const std::string& reason) override {
    return slurm_.drain(node, reason);
  }
  Result<void> undrain(const std::string& node) override { return slurm_.undrain(node); }
  Result<slurmconf::Usage> usage() override;
  Result<std::vector<std::string>> live_jobs() override;
  Result<std::vector<std::string>> lost_jobs(const std::vector<std::string>& before) override;
  Result<std::vector<std::string>> nodes() override;
  Result<std::vector<std::string>> differing_nodes() override;
  Result<void> save() override;
  Result<void> write() override { return apply(); }
  Result<void> restore() override { return apply(); }
  Result<void> reconfigure() override;
  Result<void> restart_slurmdbd() override;
  Result<void> restart_slurmctld() override;
  Result<std::vector<std::string>> restart_slurmd(const std::vector<std::string>& nodes) override;
  Result<void> ping() override { return slurm_.ping(); }
  bool is_at_work() override { return at_work_; }

  // What is to be there at this point is made so.
  Result<void> apply();

 private:
  bool goes_back() const { return parts_.progress.rollout.phase == slurmconf::Phase::kRollBack; }
  const clusters::Cluster& target() const { return goes_back() ? parts_.from : parts_.to; }
  static std::string late(const std::string& token) { return token + "-late"; }
  std::string late_token() const { return late(parts_.progress.token()); }
  bool starts_late(const client::Object& node) const;
  Result<const slurmconf::Queue*> queue();
  Result<void> restart_late(const std::vector<client::ObjectPtr>& all,
                            const std::vector<client::ObjectPtr>& behind);
  Result<void> ask_restart(const client::Object& node, const std::string& token);
  bool is_down(const client::Object& node) const;
  Result<void> hurry(const std::string& mark);
  Result<void> settled(const char* component, const char* container);

  const Parts parts_;
  SlurmCommands slurm_;
  std::optional<slurmconf::Queue> queue_;  // as it was asked for last
  bool at_work_ = false;                   // a program that has records, on these
};

// The Nodes of a cluster's machines.
Result<std::vector<client::ObjectPtr>> machines_of(client::Client& client,
                                                   const clusters::Cluster& cluster,
                                                   bool ready_only);

}  // namespace sluice::clusters
