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
constexpr const char* kKubernetesState = "kubernetes-state.json";
constexpr Duration kHeartbeat = std::chrono::seconds(10);

}  // namespace

Agent::Agent(Config config, const Parts& parts)
    : config_(std::move(config)),
      parts_(parts),
      supervisor_(config_.services, config_.state_directory / "state.json", parts.runner),
      kubernetes_(config_.kubernetes_services.empty()
                      ? nullptr
                      : std::make_unique<Supervisor>(config_.kubernetes_services,
                                                     config_.state_directory / kKubernetesState,
                                                     parts.runner)),
      services_(
          {.name = "services", .interval = kOften}, [this] { return look_after_services(); },
          parts.clock),
      node_(
          {.name = "node", .interval = kHeartbeat}, [this] { return show_node(); }, parts.clock),
      lease_(
          {.name = "lease", .interval = kHeartbeat},
          [this] {
            return has_node_ && !has_lent_node()
                       ? runtime::renew_node_lease(*parts_.client, config_.node, parts_.clock.now())
                       : Result<void>();
          },
          parts.clock) {
  if (config_.listen) {
    orders_ = std::make_unique<Orders>(Orders::Parts{.config = config_,
                                                     .supervisor = supervisor_,
                                                     .kubernetes = kubernetes_.get(),
                                                     .client = parts_.client,
                                                     .slurm = parts_.slurm,
                                                     .clock = parts_.clock,
                                                     .on_services = [this] { services_.wake(); }});
  }
}

Result<void> Agent::start() {
  TRY(make_directory(config_.state_directory));
  TRY(supervisor_.resume());
  if (kubernetes_ != nullptr) {
    if (!std::filesystem::exists(config_.state_directory / kKubernetesState)) {
      TRY(kubernetes_->remove_all());  // machines begin with Slurm
    }
    TRY(kubernetes_->resume());
  }
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
  const bool all = parts_.clock.steady() >= next_look_;
  if (all) {
    next_look_ = parts_.clock.steady() + kRarely;
  }
  for (Supervisor* supervisor : {&supervisor_, kubernetes_.get()}) {
    if (supervisor == nullptr || (!all && supervisor->settled())) {
      continue;
    }
    const std::vector<ServiceReport> before = supervisor->report();
    TRY(supervisor->step());
    if (supervisor->report() != before) {
      node_.wake();
      if (orders_ != nullptr) {
        orders_->services_changed();
      }
    }
  }
  return {};
}

bool Agent::has_lent_node() const {
  return kubernetes_ != nullptr && !kubernetes_->removing();
}

// What a kubelet has written meanwhile is not overwritten.
Result<void> Agent::show_node() {
  if (has_lent_node()) {
    return {};
  }
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
    TRY_ASSIGN(*node, parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
  }
  const json::Value status =
      build_node_status(**node, config_,
                        {.services = supervisor_.report(),
                         .address = parts_.address,
                         .door_fault = orders_ == nullptr ? "" : orders_->fault()},
                        parts_.clock.now());
  if (status != (*node)->at("status")) {
    const json::Value body = json::Object{
        {"metadata", json::Object{{"resourceVersion", (*node)->at("metadata", "resourceVersion")}}},
        {"status", status}};
    TRY(parts_.client->patch(api::kinds::node(), key, {.body = body}, client::Part::kStatus));
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
