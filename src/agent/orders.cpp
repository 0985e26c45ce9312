// SPDX-License-Identifier: Apache-2.0
#include "agent/orders.h"

#include "base/files.h"

namespace sluice::agent {
namespace {

constexpr Duration kOften = std::chrono::seconds(1);
constexpr Duration kRarely = std::chrono::seconds(10);
constexpr const char* kController = "slurm-controller";
constexpr const char* kSlurmd = "slurmd";  // as machines/parts and clusters/node_services name it

}  // namespace

Orders::Orders(const Parts& parts)
    : supervisor_(parts.supervisor),
      on_services_(parts.on_services),
      detachments_({.own_node = parts.config.slurm_node,
                    .answers_for_all = parts.config.role == kController,
                    .machine = machine(parts.config),
                    .file = parts.config.state_directory / "detachments.json",
                    .slurm = parts.slurm,
                    .clock = parts.clock,
                    .on_order = [this] { work_.wake(); }}),
      flip_(parts.kubernetes == nullptr || parts.client == nullptr
                ? nullptr
                : std::make_unique<Flip>(Flip::Parts{.config = parts.config,
                                                     .slurm = parts.supervisor,
                                                     .kubernetes = *parts.kubernetes,
                                                     .detachments = detachments_,
                                                     .client = *parts.client,
                                                     .clock = parts.clock,
                                                     .on_order = [this] { flips_.wake(); },
                                                     .on_services = parts.on_services})),
      work_(
          {.name = "detachments", .interval = kOften}, [this] { return advance_detachments(); },
          parts.clock),
      flips_(
          {.name = "flip", .interval = kOften}, [this] { return advance_flip(); }, parts.clock),
      watch_(
          {.name = "door", .interval = kRarely},
          [this]() -> Result<void> {
            door_->look();
            return {};
          },
          parts.clock) {
  if (!parts.config.listen) {
    return;
  }
  endpoint_ = std::make_unique<detach::Endpoint>(
      parts.config.listen->endpoint, detachments_, parts.clock,
      flip_ == nullptr ? detach::Endpoint::ChangeStack()
                       : [this](const auto& order) { return flip_->order(order); });
  door_ = std::make_unique<detach::Door>(
      parts.config.listen->door,
      [this](const http::Request& request) { return endpoint_->answer(request); }, parts.clock);
}

Result<void> Orders::advance_detachments() {
  TRY(detachments_.step());
  flips_.wake();
  return {};
}

Result<void> Orders::advance_flip() {
  if (flip_ != nullptr) {
    flip_->step();
  }
  return {};
}

// The name of the file is in the units of machines/parts.cpp.
detach::Machine Orders::machine(const Config& config) {
  const std::filesystem::path leaving = config.state_directory / "leaving";
  return {.controller_host = config.role == kController ? config.slurm_node : "",
          .hold = [leaving] { return write_file_atomic(leaving, ""); },
          .release = [this, leaving]() -> Result<void> {
            TRY(remove_tree(leaving));
            if (supervisor_.start_again(kSlurmd)) {
              on_services_();
            }
            return {};
          },
          .stop_slurmd = [this] {
            if (supervisor_.keep_stopped(kSlurmd)) {
              on_services_();
            }
            return supervisor_.has_stopped(kSlurmd);
          },
          .stop = [this]() -> Result<void> {
            if (!supervisor_.removing()) {
              TRY(supervisor_.remove_all());
              on_services_();
            }
            return {};
          },
          .stops = [this] { return supervisor_.removing(); },
          .has_stopped = [this] { return supervisor_.removing() && supervisor_.settled(); },
          .start = [this]() -> Result<void> {
            if (supervisor_.removing()) {
              TRY(supervisor_.deploy_all());
              on_services_();
            }
            return {};
          }};
}

Result<void> Orders::start() {
  TRY(detachments_.resume());
  if (flip_ != nullptr) {
    TRY(flip_->resume());
    TRY(flips_.start());
    flips_.wake();
  }
  TRY(work_.start());
  work_.wake();
  if (door_ != nullptr) {
    TRY(watch_.start());
    watch_.wake();
  }
  return {};
}

void Orders::request_stop() {
  work_.request_stop();
  flips_.request_stop();
  watch_.request_stop();
}

bool Orders::await_stopped(SteadyTime deadline) {
  if (!watch_.await_stopped(deadline) || !work_.await_stopped(deadline) ||
      !flips_.await_stopped(deadline)) {
    return false;
  }
  if (door_ != nullptr) {
    door_->close();
  }
  return true;
}

}  // namespace sluice::agent
