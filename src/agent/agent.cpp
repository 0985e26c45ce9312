// SPDX-License-Identifier: Apache-2.0
#include "agent/agent.h"

#include "agent/machine_node.h"
#include "api/meta.h"
#include "base/files.h"
#include "runtime/node_lease.h"

namespace sluice::agent {
namespace {

// Often while something is on its way; rarely when all is well, for probes ask slurmctld.
constexpr Duration kOften = std::chrono::seconds(1);
constexpr Duration kRarely = std::chrono::seconds(30);
constexpr Duration kHeartbeat = std::chrono::seconds(10);

}  // namespace

Agent::Agent(Config config, const Parts& parts)
    : config_(std::move(config)),
      parts_(parts),
      supervisor_(config_.services, config_.state_directory / "state.json", parts.runner),
      services_(
          {.name = "services", .interval = kOften}, [this] { return look_after_services(); },
          parts.clock),
      node_(
          {.name = "node", .interval = kHeartbeat}, [this] { return show_node(); }, parts.clock),
      lease_(
          {.name = "lease", .interval = kHeartbeat},
          [this] {
            return has_node_
                       ? runtime::renew_node_lease(*parts_.client, config_.node, parts_.clock.now())
                       : Result<void>();
          },
          parts.clock) {
  if (config_.listen) {
    orders_ = std::make_unique<Orders>(config_, supervisor_, parts_.slurm, parts_.clock,
                                       [this] { services_.wake(); });
  }
}

Result<void> Agent::start() {
  TRY(make_directory(config_.state_directory));
  TRY(supervisor_.resume());
  TRY(services_.start());
  services_.wake();
  if (orders_ != nullptr) {
    TRY(orders_->start());
  }
  if (parts_.client != nullptr) {
    TRY(node_.start());
    TRY(lease_.start());
    node_.wake();
  }
  return {};
}

Result<void> Agent::look_after_services() {
  if (supervisor_.settled() && parts_.clock.steady() < next_look_) {
    return {};
  }
  next_look_ = parts_.clock.steady() + kRarely;
  const std::vector<ServiceReport> before = supervisor_.report();
  TRY(supervisor_.step());
  if (supervisor_.report() != before) {
    node_.wake();
    if (orders_ != nullptr) {
      orders_->services_changed();
    }
  }
  return {};
}

Result<void> Agent::show_node() {
  const api::Key key{"", config_.node};
  auto node = parts_.client->get(api::kinds::node(), key);
  if (!node && node.error().code == Code::kNotFound) {
    node = parts_.client->create(api::kinds::node(), build_node(config_));
    has_node_ = false;  // the lease had no owner before
  }
  TRY(node);
  if (std::string why = whose_node(**node, config_); !why.empty()) {
    has_node_ = false;
    return fail(Code::kConflict, std::move(why));
  }
  if (!has_node_.exchange(true)) {
    lease_.wake();
  }
  if (const auto patch = node_patch(**node, config_)) {
    TRY(parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
  }
  const json::Value status =
      build_node_status(**node, config_,
                        {.services = supervisor_.report(),
                         .address = parts_.address,
                         .door_fault = orders_ == nullptr ? "" : orders_->fault()},
                        parts_.clock.now());
  if (status != (*node)->at("status")) {
    TRY(parts_.client->patch(api::kinds::node(), key, {.body = json::Object{{"status", status}}},
                             client::Part::kStatus));
  }
  return {};
}

void Agent::request_stop() {
  if (orders_ != nullptr) {
    orders_->request_stop();
  }
  services_.request_stop();
  node_.request_stop();
  lease_.request_stop();
}

bool Agent::await_stopped(SteadyTime deadline) {
  return (orders_ == nullptr || orders_->await_stopped(deadline)) &&
         services_.await_stopped(deadline) && node_.await_stopped(deadline) &&
         lease_.await_stopped(deadline);
}

}  // namespace sluice::agent
