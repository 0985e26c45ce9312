// SPDX-License-Identifier: Apache-2.0
#include "agent/agent.h"

#include "agent/machine_node.h"
#include "agent/slurm_conf.h"
#include "api/meta.h"
#include "base/files.h"
#include "base/fnv.h"
#include "runtime/node_lease.h"

namespace sluice::agent {
namespace {

// Often while something is on its way, and soon while it gets on; rarely when all is well, for
// probes ask slurmctld.
constexpr Duration kSoon = std::chrono::milliseconds(100);
constexpr Duration kGettingOn = std::chrono::seconds(5);
constexpr Duration kOften = std::chrono::seconds(1);
constexpr Duration kRarely = std::chrono::seconds(30);
constexpr const char* kRunDirectory = "/run/sluice/services";
constexpr const char* kKubernetesState = "kubernetes-state.json";
constexpr Duration kHeartbeat = std::chrono::seconds(10);

}  // namespace

Agent::Agent(Config config, const Parts& parts)
    : config_(std::move(config)),
      parts_(parts),
      units_(config_.follows.name.empty()
                 ? nullptr
                 : std::make_unique<GatedUnits>(kRunDirectory, parts.runner, parts.clock)),
      supervisor_(config_.services, config_.state_directory / "state.json", parts.runner,
                  units_.get()),
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
  if (config_.listen || units_ != nullptr) {
    orders_ = std::make_unique<Orders>(Orders::Parts{.config = config_,
                                                     .supervisor = supervisor_,
                                                     .kubernetes = kubernetes_.get(),
                                                     .client = parts_.client,
                                                     .slurm = parts_.slurm,
                                                     .clock = parts_.clock,
                                                     .on_services = [this] { services_.wake(); }});
  }
  if (units_ != nullptr && parts_.client != nullptr) {
    follower_ = std::make_unique<Follower>(Follower::Parts{.config = config_,
                                                           .client = *parts_.client,
                                                           .runner = parts_.runner,
                                                           .supervisor = supervisor_,
                                                           .detachments = orders_->detachments(),
                                                           .clock = parts_.clock,
                                                           .on_news = [this] {
                                                             services_.wake();
                                                             node_.wake();
                                                           }});
  }
}

Result<void> Agent::start() {
  TRY(make_directory(config_.state_directory));
  if (follower_ != nullptr) {
    TRY(follower_->resume());
  }
  TRY(supervisor_.resume());
  if (kubernetes_ != nullptr) {
    if (!std::filesystem::exists(config_.state_directory / kKubernetesState)) {
      TRY(kubernetes_->remove_all());  // machines begin with Slurm
    }
    TRY(kubernetes_->resume());
  }
  if (orders_ != nullptr) {
    TRY(orders_->start());
  }
  if (follower_ != nullptr) {
    TRY(follower_->start());
  }
  TRY(services_.start());
  services_.wake();
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
  if (follower_ != nullptr) {
    const FollowedServices::View before = follower_->view();
    TRY(follower_->step());
    const SlurmConfDigests digests = slurm_conf_digests(kSlurmConfDirectory);
    const bool other_conf =
        fnv1a(digests.conf + digests.files) != shown_conf_ && !has_lent_node();
    if (follower_->view() != before || other_conf) {
      node_.wake();
    }
  }
  for (Supervisor* supervisor : {&supervisor_, kubernetes_.get()}) {
    // Whether one in a gated unit was started anew, a look at files tells.
    if (supervisor == nullptr || (!all && supervisor->settled() && units_ == nullptr)) {
      continue;
    }
    const std::vector<ServiceReport> before = supervisor->report();
    TRY(supervisor->step());
    if (supervisor->report() != before) {
      last_change_ = parts_.clock.steady();
      node_.wake();
      if (orders_ != nullptr) {
        orders_->services_changed();
      }
    }
    if (!supervisor->settled() && parts_.clock.steady() - last_change_ < kGettingOn) {
      services_.again_after(kSoon);
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
  if (const auto patch = restarted_patch(**node, supervisor_)) {
    TRY_ASSIGN(*node, parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
  }
  if (follower_ != nullptr) {
    const SlurmConfDigests digests = slurm_conf_digests(kSlurmConfDirectory);
    if (const auto patch = slurm_conf_patch(**node, digests)) {
      TRY_ASSIGN(*node, parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
    }
    shown_conf_ = fnv1a(digests.conf + digests.files);
  }
  const auto followed = follower_ == nullptr ? FollowedServices::View() : follower_->view();
  if (const auto patch = turn_patch(**node, followed.asks)) {
    TRY_ASSIGN(*node, parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
  }
  const json::Value status =
      build_node_status(**node, config_,
                        {.services = supervisor_.report(),
                         .address = parts_.address(),
                         .door_fault = orders_ == nullptr ? "" : orders_->fault(),
                         .services_fault = followed.fault,
                         .declared = followed.declared,
                         .services_wait = followed.text_wait,
                         .pool_wait = followed.pool_wait},
                        parts_.clock.now());
  if (status != (*node)->at("status")) {
    const json::Value body = json::Object{
        {"metadata", json::Object{{"resourceVersion", (*node)->at("metadata", "resourceVersion")}}},
        {"status", status}};
    TRY_ASSIGN(*node, parts_.client->patch(api::kinds::node(), key, {.body = body},
                                           client::Part::kStatus));
  }
  if (const auto patch = first_ready_patch(**node)) {
    TRY(parts_.client->patch(api::kinds::node(), key, {.body = *patch}));
  }
  return {};
}

void Agent::request_stop() {
  if (follower_ != nullptr) {
    follower_->request_stop();
  }
  if (orders_ != nullptr) {
    orders_->request_stop();
  }
  services_.request_stop();
  node_.request_stop();
  lease_.request_stop();
}

bool Agent::await_stopped(SteadyTime deadline) {
  return (follower_ == nullptr || follower_->await_stopped(deadline)) &&
         (orders_ == nullptr || orders_->await_stopped(deadline)) &&
         services_.await_stopped(deadline) && node_.await_stopped(deadline) &&
         lease_.await_stopped(deadline);
}

}  // namespace sluice::agent
