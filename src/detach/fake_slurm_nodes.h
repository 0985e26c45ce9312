// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "detach/slurm_nodes.h"

namespace sluice::detach {

// A small Slurm of nodes in memory, for tests. What it does with jobs is what slurmctld does: a job
// that is ended completes until settle(), and when it starts again, jobs that name nodes which are
// gone are lost. Not thread-safe.
class FakeSlurmNodes final : public SlurmNodes {
 public:
  void add(const std::string& node) { nodes_[node]; }
  void add_power_saved(const std::string& node, std::string power = "") {
    nodes_[node].cloud = true;
    nodes_[node].power = std::move(power);
  }
  std::string power(const std::string& node) const { return nodes_.at(node).power; }
  bool has(const std::string& node) const { return nodes_.contains(node); }
  std::string reason(const std::string& node) const { return nodes_.at(node).reason; }

  void start_job(const std::string& id, const std::string& node, bool requeue = true,
                 std::optional<WallTime> end = {});
  void queue_job(const std::string& id, std::vector<std::string> wants);
  void finish_job(const std::string& id);  // by itself; completes until settle()
  std::string state_of(const std::string& id) const { return jobs_.at(id).state; }
  void settle();

  void reserve(const std::string& name, const std::string& node) { reservations_[name] = node; }
  void unreserve(const std::string& name) { reservations_.erase(name); }
  void miscount(const std::string& node) { nodes_.at(node).miscounted = true; }
  void silence(const std::string& node) { nodes_.at(node).silent = true; }  // it has died
  void set_away(bool away);  // slurmctld; coming back it reads what it had saved

  std::vector<ControllerHost> controller_hosts{{"head", true}};

  // Whether anybody vouches for who asks, as munged does, or with auth/slurm slurmd.
  std::function<bool()> vouches;

  // Called before and after everything that is asked for; may throw, as if the caller had died.
  std::function<void(const std::string& call, bool after)> on_call;

  Result<SlurmNode> look(const std::string& node) override;
  Result<std::vector<NodeView>> look_at_all() override;
  Result<std::vector<WaitingJob>> waiting_jobs() override;
  Result<void> drain(const std::string& node, const std::string& reason) override;
  Result<void> undrain(const std::string& node) override;
  Result<void> set_down(const std::string& node, const std::string& reason) override;
  Result<void> end_job(const std::string& job, JobsEnd how) override;
  Result<void> release_job(const JobInQueue& job) override;
  Result<void> remove(const std::string& node) override;
  Result<void> power_down(const std::string& node) override;
  Result<std::vector<ControllerHost>> controllers() override;
  Result<void> take_over(std::size_t controller) override;

 private:
  struct Node {
    bool drain = false;
    bool down = false;
    bool silent = false;
    bool miscounted = false;
    std::string reason = {};
    bool cloud = false;
    std::string power = {};  // "POWERING_UP"; empty: it runs
  };
  struct Job {
    std::string state;  // as Slurm names it; "NODE_FAIL" is lost
    std::string node = {};
    std::string then = {};  // what follows COMPLETING
    bool requeue = true;
    std::optional<WallTime> end = {};
    std::vector<std::string> wants = {};
  };
  template <class T>
  Result<T> asked(const std::string& call, const std::function<Result<T>()>& answer);
  Result<void> change(const std::string& call, const std::string& node,
                      const std::function<void(Node&)>& how);
  SlurmNode view(const std::string& name) const;
  static void let_go(Job& job);

  std::map<std::string, Node> nodes_;
  std::map<std::string, Job> jobs_;
  std::map<std::string, std::string> reservations_;
  bool away_ = false;
};

}  // namespace sluice::detach
