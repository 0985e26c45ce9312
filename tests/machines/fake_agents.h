// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "machines/agents.h"

namespace sluice::machines {

// A Slurm cluster and the agents of its machines, in small. A detachment does one step at each
// order: drains, waits while there are jobs, deletes, stops, is done. What the agents know
// outlives the operator. Thread-safe.
class FakeAgents final : public Agents {
 public:
  struct Given {
    AgentAt agent;
    std::string node;
    detach::Order order;
  };

  // Knobs.
  void register_node(const std::string& name, std::int64_t jobs = 0) {
    const std::scoped_lock lock(mutex_);
    nodes_[name] = {.name = name, .state = jobs == 0 ? "IDLE" : "ALLOCATED", .jobs = jobs};
  }
  void lose_node(const std::string& name) {  // its machine has gone without a word
    const std::scoped_lock lock(mutex_);
    nodes_[name] = {.name = name, .state = "DOWN+NOT_RESPONDING"};
  }
  void set_state(const std::string& name, const std::string& state, const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    nodes_[name].state = state;
    nodes_[name].reason = reason;
  }
  void end_jobs(const std::string& name) { register_node(name); }
  // Who asks there has this for an answer, until wake().
  void silence(const std::string& address,
               const Error& error = {Code::kUnavailable, "connection refused"}) {
    const std::scoped_lock lock(mutex_);
    silent_[address] = error;
  }
  void wake(const std::string& address) {
    const std::scoped_lock lock(mutex_);
    silent_.erase(address);
  }
  void give_no_nodes(const std::string& address) {  // the controller of another cluster is there
    const std::scoped_lock lock(mutex_);
    elsewhere_.insert(address);
  }
  void take_only(int orders) {  // then nobody answers any more
    const std::scoped_lock lock(mutex_);
    orders_left_ = orders;
  }
  void refuse(const std::string& why) {  // empty: no longer
    const std::scoped_lock lock(mutex_);
    refusal_ = why;
  }

  void give_two_stacks(const std::string& machine) {
    const std::scoped_lock lock(mutex_);
    stacks_[machine] = detach::Stack::kSlurm;
  }
  std::vector<detach::StackOrder> stack_orders() const {
    const std::scoped_lock lock(mutex_);
    return stack_orders_;
  }

  void set_queue(std::vector<detach::WaitingJob> queue) {
    const std::scoped_lock lock(mutex_);
    queue_ = std::move(queue);
  }

  bool knows(const std::string& name) const {
    const std::scoped_lock lock(mutex_);
    return nodes_.contains(name);
  }
  std::vector<Given> orders() const {
    const std::scoped_lock lock(mutex_);
    return orders_;
  }
  int questions() const {
    const std::scoped_lock lock(mutex_);
    return questions_;
  }

  Result<detach::Progress> order(const AgentAt& agent, const std::string& node,
                                 const detach::Order& order) override {
    const std::scoped_lock lock(mutex_);
    if (const auto error = silent_.find(agent.address); error != silent_.end()) {
      return tl::unexpected(error->second);
    }
    if (orders_left_ == 0) {
      return fail(Code::kUnavailable, "no more for now");
    }
    --orders_left_;
    orders_.push_back({agent, node, order});
    if (!refusal_.empty()) {
      return detach::Progress{.phase = detach::Phase::kRefused, .message = refusal_};
    }
    // As a controller's agent does, for another machine may have come under the name.
    const std::string memory = agent.address + " " + node;
    if (const auto known = steps_.find(memory); known != steps_.end() &&
                                                known->second == detach::Phase::kDetached &&
                                                agent.machine.name != node) {
      steps_.erase(known);
    }
    return step(memory, node, order);
  }

  // One phase at each order, and no more than the test lets pass.
  Result<detach::StackProgress> order_stack(const AgentAt& agent,
                                            const detach::StackOrder& order) override {
    const std::scoped_lock lock(mutex_);
    if (silent_.contains(agent.address)) {
      return fail(Code::kUnavailable, "connection refused");
    }
    if (!stacks_.contains(agent.machine.name)) {
      return fail(Code::kNotFound, "this machine has one stack only");
    }
    stack_orders_.push_back(order);
    if (order.stack == detach::Stack::kKubernetes && !refusal_.empty()) {
      return detach::StackProgress{detach::StackPhase::kRefused, refusal_};
    }
    if (detach::Stack& now = stacks_[agent.machine.name]; now != order.stack) {
      now = order.stack;
      order.stack == detach::Stack::kSlurm
          ? static_cast<void>(
                nodes_[agent.machine.name] = {.name = agent.machine.name, .state = "IDLE"})
          : static_cast<void>(nodes_.erase(agent.machine.name));
      return detach::StackProgress{detach::StackPhase::kStarting, "services are being started"};
    }
    return detach::StackProgress{};
  }

  Result<std::vector<detach::NodeView>> nodes(const AgentAt& agent) override {
    const std::scoped_lock lock(mutex_);
    ++questions_;
    if (const auto error = silent_.find(agent.address); error != silent_.end()) {
      return tl::unexpected(error->second);
    }
    std::vector<detach::NodeView> all;
    if (elsewhere_.contains(agent.address)) {
      return all;
    }
    for (const auto& [name, node] : nodes_) {
      all.push_back(node);
    }
    return all;
  }

  Result<std::vector<detach::WaitingJob>> queue(const AgentAt& agent) override {
    const std::scoped_lock lock(mutex_);
    if (const auto error = silent_.find(agent.address); error != silent_.end()) {
      return tl::unexpected(error->second);
    }
    return queue_;
  }

 private:
  detach::Progress step(const std::string& memory, const std::string& name,
                        const detach::Order& order) {
    using detach::Phase;
    const auto known = steps_.find(memory);
    Phase& phase = known == steps_.end() ? steps_.emplace(memory, Phase::kDraining).first->second
                                         : known->second;
    if (known == steps_.end()) {
      return {.phase = phase};
    }
    const auto node = nodes_.find(name);
    if (phase == Phase::kDraining || phase == Phase::kWaiting) {
      const bool waits =
          node != nodes_.end() && node->second.jobs > 0 && order.mode == detach::Mode::kGraceful;
      phase = waits ? Phase::kWaiting : Phase::kDeleting;
    } else if (phase == Phase::kDeleting) {
      nodes_.erase(name);
      phase = Phase::kStopping;
    } else if (phase == Phase::kStopping) {
      phase = Phase::kDetached;
    }
    detach::Progress progress{.phase = phase};
    if (phase == Phase::kWaiting) {
      progress.jobs_left = node->second.jobs;
      progress.first_end = WallTime(std::chrono::hours(24 * 365 * 60 - 1));
      progress.last_end = WallTime(std::chrono::hours(24 * 365 * 60));
    }
    return progress;
  }

  mutable std::mutex mutex_;
  std::map<std::string, detach::NodeView> nodes_;
  std::map<std::string, detach::Phase> steps_;   // by agent and node: each knows its own
  std::map<std::string, detach::Stack> stacks_;  // by Machine, of those that have two
  std::vector<detach::StackOrder> stack_orders_;
  std::vector<detach::WaitingJob> queue_;
  std::map<std::string, Error> silent_;
  std::set<std::string> elsewhere_;
  std::string refusal_;
  std::vector<Given> orders_;
  int orders_left_ = std::numeric_limits<int>::max();
  int questions_ = 0;
};

}  // namespace sluice::machines
