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

Agent::Agent(Config config, std::string address, client::Client* client, CommandRunner& runner,
             Clock& clock)
    : config_(std::move(config)),
      address_(std::move(address)),
      client_(client),
      clock_(clock),
      supervisor_(config_.services, config_.state_directory / "state.json", runner),
      services_(
          {.name = "services", .interval = kOften}, [this] { return look_after_services(); },
          clock),
      node_(
          {.name = "node", .interval = kHeartbeat}, [this] { return show_node(); }, clock),
      lease_(
          {.name = "lease", .interval = kHeartbeat},
          [this] { return runtime::renew_node_lease(*client_, config_.node, clock_.now()); },
          clock) {}

Result<void> Agent::start() {
  TRY(make_directory(config_.state_directory));
  TRY(supervisor_.resume());
  TRY(services_.start());
  services_.wake();
  if (client_ != nullptr) {
    TRY(node_.start());
    TRY(lease_.start());
    node_.wake();
    lease_.wake();
  }
  return {};
}

Result<void> Agent::look_after_services() {
  if (supervisor_.settled() && clock_.steady() < next_look_) {
    return {};
  }
  next_look_ = clock_.steady() + kRarely;
  const std::vector<ServiceReport> before = supervisor_.report();
  TRY(supervisor_.step());
  if (supervisor_.report() != before) {
    node_.wake();
  }
  return {};
}

Result<void> Agent::show_node() {
  const api::Key key{"", config_.node};
  auto node = client_->get(api::kinds::node(), key);
  if (!node && node.error().code == Code::kNotFound) {
    node = client_->create(api::kinds::node(), build_node(config_));
    lease_.wake();  // it had no owner before
  }
  TRY(node);
  if (const auto patch = node_patch(**node, config_)) {
    TRY(client_->patch(api::kinds::node(), key, {.body = *patch}));
  }
  const json::Value status =
      build_node_status(**node, config_, supervisor_.report(), address_, clock_.now());
  if (status != (*node)->at("status")) {
    TRY(client_->patch(api::kinds::node(), key, {.body = json::Object{{"status", status}}},
                       client::Part::kStatus));
  }
  return {};
}

void Agent::request_stop() {
  services_.request_stop();
  node_.request_stop();
  lease_.request_stop();
}

bool Agent::await_stopped(SteadyTime deadline) {
  return services_.await_stopped(deadline) && node_.await_stopped(deadline) &&
         lease_.await_stopped(deadline);
}

}  // namespace sluice::agent
