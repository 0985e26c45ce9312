// SPDX-License-Identifier: Apache-2.0
#include "agent/gated_units.h"

#include "base/log.h"
#include "services/render.h"

namespace sluice::agent {
namespace {

constexpr Duration kTimeout = std::chrono::seconds(60);
constexpr Duration kBetweenProbes = std::chrono::seconds(30);  // they may ask slurmctld
constexpr std::string_view kNotLoaded = "exit code 5";         // systemctl(1)

// What said how it ended is not started by us: its unit does that after a while, where the policy
// is to. Of one that is never to be started again, it does not matter whether it could say so.
bool stays_ended(const services::Service& service, const services::Record& record) {
  const bool never = service.restart == services::Restart::kNever;
  return services::may_end(service) && (record.has_ended() || (never && record.main));
}

}  // namespace

GatedUnits::GatedUnits(std::filesystem::path run_directory, CommandRunner& runner, Clock& clock)
    : directory_(std::move(run_directory)), runner_(runner), clock_(clock) {}

ServiceReport GatedUnits::look(const services::Service& service,
                               const std::vector<services::Service>& all) {
  ServiceReport report{.name = service.name};
  auto now = directory_.look(service.name);
  const bool waits = now && !now->main && is_running(now->holder);  // at its gate
  const bool lives = now && now->main && is_running(now->holder);
  const bool is_over = now && !lives && stays_ended(service, *now);
  if (!waits && !lives && !is_over && !systemctl("start", service.name, report.why)) {
    return report;
  }
  if ((lives || is_over) && !service.ready_when_done) {
    services::Holder& holder = holder_of(service, all);
    now = holder.step();
    const Duration limit = std::chrono::seconds(service.restart_unwell);
    if (lives && limit > Duration(0) && holder.unwell_for() >= limit) {
      log::warning("a service that is not well is started anew", {{"name", service.name}});
      report.why = restart(service.name, report.why) ? "was not well and starts anew" : report.why;
      return report;
    }
  }
  if (!now) {
    report.why = now.error().message;
  } else if ((lives || is_over) && now->state == services::State::kReady) {
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
