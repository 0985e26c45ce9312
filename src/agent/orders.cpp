// SPDX-License-Identifier: Apache-2.0
#include "agent/orders.h"

#include "base/files.h"

namespace sluice::agent {
namespace {

constexpr Duration kOften = std::chrono::seconds(1);
constexpr Duration kRarely = std::chrono::seconds(10);
constexpr const char* kController = "slurm-controller";

}  // namespace

Orders::Orders(const Config& config, Supervisor& supervisor, detach::SlurmNodes& slurm,
               Clock& clock, std::function<void()> on_services)
    : supervisor_(supervisor),
      on_services_(std::move(on_services)),
      detachments_({.own_node = config.slurm_node,
                    .answers_for_all = config.role == kController,
                    .machine = machine(config),
                    .file = config.state_directory / "detachments.json",
                    .slurm = slurm,
                    .clock = clock,
                    .on_order = [this] { work_.wake(); }}),
      endpoint_(config.listen->endpoint, detachments_, clock),
      door_(
          config.listen->door,
          [this](const http::Request& request) { return endpoint_.answer(request); }, clock),
      work_(
          {.name = "detachments", .interval = kOften}, [this] { return detachments_.step(); },
          clock),
      watch_(
          {.name = "door", .interval = kRarely},
          [this]() -> Result<void> {
            door_.look();
            return {};
          },
          clock) {}

// The name of the file is in the units of machines/parts.cpp.
detach::Machine Orders::machine(const Config& config) {
  const std::filesystem::path leaving = config.state_directory / "leaving";
  return {.controller_host = config.role == kController ? config.slurm_node : "",
          .hold = [leaving] { return write_file_atomic(leaving, ""); },
          .release = [leaving] { return remove_tree(leaving); },
          .stop = [this]() -> Result<void> {
            if (!supervisor_.removing()) {
              TRY(supervisor_.remove_all());
              on_services_();
            }
            return {};
          },
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
  TRY(work_.start());
  TRY(watch_.start());
  work_.wake();
  watch_.wake();
  return {};
}

void Orders::request_stop() {
  work_.request_stop();
  watch_.request_stop();
}

bool Orders::await_stopped(SteadyTime deadline) {
  if (!watch_.await_stopped(deadline) || !work_.await_stopped(deadline)) {
    return false;
  }
  door_.close();
  return true;
}

}  // namespace sluice::agent
