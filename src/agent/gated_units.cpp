// SPDX-License-Identifier: Apache-2.0
#include "agent/gated_units.h"

#include "services/render.h"

namespace sluice::agent {
namespace {

constexpr Duration kTimeout = std::chrono::seconds(60);
constexpr Duration kBetweenProbes = std::chrono::seconds(30);  // they may ask slurmctld
constexpr std::string_view kNotLoaded = "exit code 5";         // systemctl(1)

}  // namespace

GatedUnits::GatedUnits(std::filesystem::path run_directory, CommandRunner& runner, Clock& clock)
    : directory_(std::move(run_directory)), runner_(runner), clock_(clock) {}

ServiceReport GatedUnits::look(const services::Service& service,
                               const std::vector<services::Service>& all) {
  ServiceReport report{.name = service.name};
  auto now = directory_.look(service.name);
  const bool waits = now && !now->main && is_running(now->holder);  // at its gate
  const bool lives = now && now->main && is_running(now->holder);
  if (!waits && !lives && !systemctl("start", service.name, report.why)) {
    return report;
  }
  if (lives) {
    now = holder_of(service, all).step();
  }
  if (!now) {
    report.why = now.error().message;
  } else if (lives && now->state == services::State::kReady) {
    report.state = ServiceState::kReady;
  } else {
    report.why = now->why.empty() ? "starts" : now->why;
  }
  return report;
}

// What the process before has said is void when it has ended: nobody takes what was for what is.
bool GatedUnits::restart(const std::string& service, std::string& why) {
  holders_.erase(service);
  return systemctl("restart", service, why);
}

bool GatedUnits::stop(const std::string& service, std::string& why) {
  holders_.erase(service);
  if (!systemctl("stop", service, why) && !why.starts_with(kNotLoaded)) {
    return false;
  }
  const auto gone = directory_.become({.service = service, .state = services::State::kAbsent});
  why = gone ? "" : gone.error().message;
  return gone.has_value();
}

services::Holder& GatedUnits::holder_of(const services::Service& service,
                                        const std::vector<services::Service>& all) {
  std::unique_ptr<services::Holder>& holder = holders_[service.name];
  if (holder == nullptr) {
    holder = std::make_unique<services::Holder>(
        services::Holder::Options{.service = service.name,
                                  .needs_ready = services::waits_for(service, all),
                                  .needs_files = service.needs_files,
                                  .probe = service.readiness,
                                  .between_probes = kBetweenProbes},
        directory_, runner_, clock_);
  }
  return *holder;
}

bool GatedUnits::systemctl(const char* verb, const std::string& service, std::string& why) {
  why = services::words_of(runner_.run(
      {.argv = {"systemctl", verb, services::unit_name(service)}, .timeout = kTimeout}));
  return why.empty();
}

}  // namespace sluice::agent
