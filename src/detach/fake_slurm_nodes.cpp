// SPDX-License-Identifier: Apache-2.0
#include "detach/fake_slurm_nodes.h"

#include <algorithm>

namespace sluice::detach {

void FakeSlurmNodes::start_job(const std::string& id, const std::string& node, bool requeue,
                               std::optional<WallTime> end) {
  jobs_[id] = {.state = "RUNNING", .node = node, .requeue = requeue, .end = end};
}

void FakeSlurmNodes::queue_job(const std::string& id, std::vector<std::string> wants) {
  jobs_[id] = {.state = "PENDING", .wants = std::move(wants)};
}

void FakeSlurmNodes::finish_job(const std::string& id) {
  jobs_.at(id).state = "COMPLETING";
  jobs_.at(id).then = "COMPLETED";
}

void FakeSlurmNodes::let_go(Job& job) {
  job.state = job.then;
  job.node.clear();
}

void FakeSlurmNodes::settle() {
  for (auto& [id, job] : jobs_) {
    const auto node = nodes_.find(job.node);
    if (job.state == "COMPLETING" && (node == nodes_.end() || !node->second.silent)) {
      let_go(job);
    }
  }
}

void FakeSlurmNodes::set_away(bool away) {
  away_ = away;
  for (auto& [id, job] : jobs_) {
    const bool misses = std::any_of(job.wants.begin(), job.wants.end(),
                                    [&](const auto& node) { return !nodes_.contains(node); });
    if (!away && job.state == "PENDING" && misses) {
      job.state = "NODE_FAIL";
    }
  }
}

template <class T>
Result<T> FakeSlurmNodes::asked(const std::string& call, const std::function<Result<T>()>& answer) {
  if (on_call) {
    on_call(call, false);
  }
  Result<T> result = away_ ? Result<T>(fail(Code::kUnavailable, "slurmctld is away"))
                     : vouches && !vouches()
                         ? Result<T>(fail(Code::kUnauthorized, "failed to connect to any sack"))
                         : answer();
  if (on_call) {
    on_call(call, true);
  }
  return result;
}

Result<void> FakeSlurmNodes::change(const std::string& call, const std::string& node,
                                    const std::function<void(Node&)>& how) {
  return asked<void>(call, [&]() -> Result<void> {
    const auto found = nodes_.find(node);
    if (found == nodes_.end()) {
      return fail(Code::kNotFound, "Invalid node name specified");
    }
    how(found->second);
    return {};
  });
}

SlurmNode FakeSlurmNodes::view(const std::string& name) const {
  const Node& node = nodes_.at(name);
  SlurmNode seen{.name = name,
                 .state = node.miscounted ? "ALLOCATED" : "IDLE",
                 .reason = node.reason,
                 .cpus_in_use = 0};
  bool completes = false;
  for (const auto& [id, job] : jobs_) {
    const bool wants = std::find(job.wants.begin(), job.wants.end(), name) != job.wants.end();
    if (job.node == name) {
      const bool ending = job.state == "COMPLETING";
      completes = completes || ending;
      seen.state = ending ? seen.state : "MIXED";
      ++*seen.cpus_in_use;
      seen.jobs.push_back({id, job.end, ending});
    } else if (job.state == "PENDING" && wants) {
      std::vector<std::string> others = job.wants;
      std::erase(others, name);
      seen.wanted_by.push_back({id, std::move(others)});
    }
  }
  seen.state = (node.down ? "DOWN" : seen.state) + (completes ? "+COMPLETING" : "") +
               (node.drain ? "+DRAIN" : "") + (node.silent ? "+NOT_RESPONDING" : "") +
               (node.cloud ? "+CLOUD" : "+DYNAMIC_NORM") +
               (node.power.empty() ? "" : "+" + node.power);
  for (const auto& [reservation, held] : reservations_) {
    if (held == name) {
      seen.reserved_by.push_back(reservation);
    }
  }
  return seen;
}

Result<SlurmNode> FakeSlurmNodes::look(const std::string& node) {
  return asked<SlurmNode>("look", [&]() -> Result<SlurmNode> {
    if (!nodes_.contains(node)) {
      return fail(Code::kNotFound, "Slurm has no node " + node);
    }
    return view(node);
  });
}

Result<std::vector<NodeView>> FakeSlurmNodes::look_at_all() {
  return asked<std::vector<NodeView>>("look_at_all", [&]() -> Result<std::vector<NodeView>> {
    std::vector<NodeView> all;
    for (const auto& [name, node] : nodes_) {
      const SlurmNode seen = view(name);
      all.push_back({.name = name,
                     .state = seen.state,
                     .reason = seen.reason,
                     .jobs = static_cast<std::int64_t>(seen.jobs.size())});
    }
    return all;
  });
}

Result<std::vector<WaitingJob>> FakeSlurmNodes::waiting_jobs() {
  return asked<std::vector<WaitingJob>>("waiting_jobs", [&]() -> Result<std::vector<WaitingJob>> {
    std::vector<WaitingJob> all;
    for (const auto& [id, job] : jobs_) {
      if (job.state == "PENDING") {
        const std::int64_t nodes = std::max<std::int64_t>(1, std::ssize(job.wants));
        all.push_back({id, "main", "JobHeldUser", nodes, nodes, 0});
      }
    }
    return all;
  });
}

Result<void> FakeSlurmNodes::drain(const std::string& node, const std::string& reason) {
  return change("drain", node, [&](Node& one) {
    one.drain = true;
    one.reason = reason;
  });
}

Result<void> FakeSlurmNodes::undrain(const std::string& node) {
  return change("undrain", node, [&](Node& one) {
    one.drain = false;
    one.reason.clear();
  });
}

Result<void> FakeSlurmNodes::set_down(const std::string& node, const std::string& reason) {
  return change("set_down", node, [&](Node& one) {
    one.down = true;
    one.reason = reason;
    for (auto& [id, job] : jobs_) {
      if (job.node == node && job.state == "RUNNING") {
        job.then = job.requeue ? "PENDING" : "NODE_FAIL";
        let_go(job);
      } else if (job.node == node) {
        let_go(job);
      }
    }
  });
}

Result<void> FakeSlurmNodes::end_job(const std::string& id, JobsEnd how) {
  return asked<void>("end_job", [&]() -> Result<void> {
    Job& job = jobs_.at(id);
    if (job.state == "RUNNING") {
      job.state = "COMPLETING";
      job.then = how == JobsEnd::kRequeue && job.requeue ? "PENDING" : "CANCELLED";
    }
    return {};
  });
}

Result<void> FakeSlurmNodes::release_job(const JobInQueue& job) {
  return asked<void>("release_job", [&]() -> Result<void> {
    jobs_.at(job.id).wants = job.others;
    return {};
  });
}

Result<void> FakeSlurmNodes::remove(const std::string& node) {
  return asked<void>("remove", [&]() -> Result<void> {
    if (!nodes_.contains(node)) {
      return fail(Code::kNotFound, "Invalid node name specified");
    }
    if (view(node).is_in_use()) {
      return fail(Code::kConflict, "Requested nodes are busy");
    }
    nodes_.erase(node);
    return {};
  });
}

Result<void> FakeSlurmNodes::power_down(const std::string& node) {
  return change("power_down", node, [&](Node& one) {
    one.power = "POWERING_DOWN";
    one.drain = false;
  });
}

Result<std::vector<ControllerHost>> FakeSlurmNodes::controllers() {
  return asked<std::vector<ControllerHost>>(
      "controllers", [&]() -> Result<std::vector<ControllerHost>> { return controller_hosts; });
}

Result<void> FakeSlurmNodes::take_over(std::size_t controller) {
  return asked<void>("take_over", [&]() -> Result<void> {
    if (!controller_hosts.at(controller).up) {
      return fail(Code::kUnavailable, "Unable to contact slurm controller (connect failure)");
    }
    for (std::size_t i = 0; i < controller_hosts.size(); ++i) {
      controller_hosts[i].up = controller_hosts[i].up && i >= controller;
    }
    return {};
  });
}

}  // namespace sluice::detach
