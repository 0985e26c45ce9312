// SPDX-License-Identifier: Apache-2.0
#include "agent/supervisor.h"

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/log.h"
#include "json/text.h"
#include "services/holder.h"

namespace sluice::agent {
namespace {

constexpr std::array<std::string_view, 4> kStates{"deploying", "ready", "removing", "removed"};
constexpr Duration kStartTimeout = std::chrono::seconds(60);
constexpr Duration kProbeTimeout = std::chrono::seconds(15);  // less than an agent has to stop

ServiceState parse_state(const std::string& text) {
  const auto found = std::find(kStates.begin(), kStates.end(), text);
  return found == kStates.end() ? ServiceState::kDeploying
                                : static_cast<ServiceState>(found - kStates.begin());
}

}  // namespace

std::string_view to_string(ServiceState state) {
  return kStates.at(static_cast<std::size_t>(state));
}

Supervisor::Supervisor(std::vector<services::Service> services, std::filesystem::path state_file,
                       CommandRunner& runner)
    : services_(std::move(services)), state_file_(std::move(state_file)), runner_(runner) {
  for (const services::Service& service : services_) {
    reports_[service.name] = {.name = service.name};
  }
}

// Whether what was ready still is, the next step finds out; only what was asked for counts.
Result<void> Supervisor::resume() {
  const auto text = read_file(state_file_);
  if (!text) {
    return text.error().code == Code::kNotFound ? Result<void>() : tl::unexpected(text.error());
  }
  auto document = json::parse(*text);
  if (!document) {
    return tl::unexpected(with_context(std::move(document).error(), state_file_.string()));
  }
  const std::scoped_lock lock(mutex_);
  removed_ = document->at("removed").as_bool();
  for (auto& [name, report] : reports_) {
    const ServiceState was = parse_state(document->at("services", name).as_string());
    report.state = removed_ && was != ServiceState::kRemoved ? ServiceState::kRemoving
                   : removed_                                ? was
                                                             : ServiceState::kDeploying;
  }
  return {};
}

Result<void> Supervisor::step() {
  bool removed = false;
  {
    const std::scoped_lock lock(mutex_);
    removed = removed_;
  }
  if (removed) {
    for (auto service = services_.rbegin(); service != services_.rend(); ++service) {
      remove(*service);
    }
  } else {
    for (const services::Service& service : services_) {
      deploy(service);
    }
  }
  return save();
}

void Supervisor::deploy(const services::Service& service) {
  for (const std::string& other : services::waits_for(service, services_)) {
    if (!is(other, ServiceState::kReady)) {
      note(service.name, ServiceState::kDeploying, "waits for " + other);
      return;
    }
  }
  const bool was_ready = is(service.name, ServiceState::kReady);
  std::string why;
  if (was_ready && is_well(service, why)) {
    return;
  }
  // Starting what runs already changes nothing: what runs and is ill stays so until it is well.
  if (!run({"systemctl", "start", service.unit}, kStartTimeout, why)) {
    note(service.name, ServiceState::kDeploying, why);
  } else if (is_well(service, why)) {
    note(service.name, ServiceState::kReady, "");
  } else {
    note(service.name, ServiceState::kDeploying, why);
  }
}

// Those that need it go first.
void Supervisor::remove(const services::Service& service) {
  if (is(service.name, ServiceState::kRemoved)) {
    return;
  }
  for (const services::Service& other : services_) {
    const std::vector<std::string> needs = services::waits_for(other, services_);
    const bool needs_it = std::find(needs.begin(), needs.end(), service.name) != needs.end();
    if (needs_it && !is(other.name, ServiceState::kRemoved)) {
      note(service.name, ServiceState::kRemoving, "waits for " + other.name);
      return;
    }
  }
  std::string why;
  const bool stopped = run({"systemctl", "stop", service.unit}, kStartTimeout, why);
  note(service.name, stopped ? ServiceState::kRemoved : ServiceState::kRemoving, why);
}

bool Supervisor::is(const std::string& service, ServiceState state) const {
  const std::scoped_lock lock(mutex_);
  return reports_.at(service).state == state;
}

void Supervisor::note(const std::string& service, ServiceState state, std::string why) {
  const std::scoped_lock lock(mutex_);
  ServiceReport& report = reports_.at(service);
  if (report.state != state || report.why != why) {
    log::info("service",
              {{"name", service}, {"state", std::string(to_string(state))}, {"why", why}});
  }
  report.state = state;
  report.why = std::move(why);
}

bool Supervisor::is_well(const services::Service& service, std::string& why) const {
  return service.readiness.empty() || run(service.readiness, kProbeTimeout, why);
}

bool Supervisor::run(std::vector<std::string> argv, Duration timeout, std::string& why) const {
  why = services::words_of(runner_.run({.argv = std::move(argv), .timeout = timeout}));
  return why.empty();
}

Result<void> Supervisor::remove_all() {
  return want(true);
}

Result<void> Supervisor::deploy_all() {
  return want(false);
}

Result<void> Supervisor::want(bool removed) {
  {
    const std::scoped_lock lock(mutex_);
    removed_ = removed;
    for (auto& [name, report] : reports_) {
      report.state = removed ? ServiceState::kRemoving : ServiceState::kDeploying;
    }
  }
  return save();
}

Result<void> Supervisor::save() {
  const std::scoped_lock lock(mutex_);
  json::Value document = json::Object{{"removed", removed_}};
  for (const auto& [name, report] : reports_) {
    document["services"][name] = to_string(report.state);
  }
  std::string text = json::write(document) + "\n";
  if (text == saved_) {
    return {};
  }
  TRY(write_file_atomic(state_file_, text));
  saved_ = std::move(text);
  return {};
}

std::vector<ServiceReport> Supervisor::report() const {
  const std::scoped_lock lock(mutex_);
  std::vector<ServiceReport> all;
  for (const services::Service& service : services_) {
    all.push_back(reports_.at(service.name));
  }
  return all;
}

bool Supervisor::removing() const {
  const std::scoped_lock lock(mutex_);
  return removed_;
}

bool Supervisor::settled() const {
  const std::scoped_lock lock(mutex_);
  return std::all_of(reports_.begin(), reports_.end(), [&](const auto& entry) {
    return entry.second.state == (removed_ ? ServiceState::kRemoved : ServiceState::kReady);
  });
}

}  // namespace sluice::agent
