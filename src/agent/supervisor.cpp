// SPDX-License-Identifier: Apache-2.0
#include "agent/supervisor.h"

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/log.h"
#include "json/kept_document.h"
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
                       CommandRunner& runner, GatedUnits* units)
    : state_file_(std::move(state_file)), runner_(runner), units_(units) {
  replace(std::move(services), {});
}

void Supervisor::replace(std::vector<services::Service> services, Marks marks) {
  const std::scoped_lock lock(mutex_);
  std::map<std::string, ServiceReport> reports;
  for (const services::Service& service : services) {
    const auto before = reports_.find(service.name);
    reports[service.name] =
        before != reports_.end()
            ? before->second
            : ServiceReport{.name = service.name,
                            .state = removed_ ? ServiceState::kRemoving : ServiceState::kDeploying,
                            .why = ""};
  }
  reports_ = std::move(reports);
  services_ = std::move(services);
  wanted_ = std::move(marks);
}

std::vector<services::Service> Supervisor::services() const {
  const std::scoped_lock lock(mutex_);
  return services_;
}

// Whether what was ready still is, the next step finds out; only what was asked for counts.
Result<void> Supervisor::resume() {
  TRY_ASSIGN(const auto kept, json::read_kept(state_file_));
  if (!kept) {
    return {};
  }
  const std::scoped_lock lock(mutex_);
  removed_ = kept->value.at("removed").as_bool();
  for (auto& [name, report] : reports_) {
    const ServiceState was = parse_state(kept->value.at("services", name).as_string());
    report.state = removed_ && was != ServiceState::kRemoved ? ServiceState::kRemoving
                   : removed_                                ? was
                                                             : ServiceState::kDeploying;
  }
  for (const json::Member& member : kept->value.at("started").as_object()) {
    started_[member.key] = member.value.as_string();
  }
  return {};
}

Result<void> Supervisor::step() {
  bool removed = false;
  std::set<std::string> kept_stopped;
  {
    const std::scoped_lock lock(mutex_);
    removed = removed_;
    kept_stopped = kept_stopped_;
  }
  const std::vector<services::Service> all = services();
  stop_strangers();
  if (removed) {
    for (auto service = all.rbegin(); service != all.rend(); ++service) {
      remove(*service);
    }
  } else {
    for (const services::Service& service : all) {
      if (!kept_stopped.contains(service.name)) {
        service.unit.empty() && units_ != nullptr ? deploy_gated(service) : deploy(service);
      } else if (!is(service.name, ServiceState::kRemoved)) {
        stop(service);
      }
    }
  }
  return save();
}

// What was started and is not among the services any more.
void Supervisor::stop_strangers() {
  std::vector<std::string> strangers;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [name, mark] : started_) {
      if (reports_.count(name) == 0) {
        strangers.push_back(name);
      }
    }
  }
  for (const std::string& name : strangers) {
    if (std::string why; units_ == nullptr || units_->stop(name, why)) {
      const std::scoped_lock lock(mutex_);
      started_.erase(name);
    }
  }
}

// It waits for others in its unit, so that it is started whatever they are.
void Supervisor::deploy_gated(const services::Service& service) {
  std::string mark;
  bool anew = false;
  {
    const std::scoped_lock lock(mutex_);
    mark = wanted_[service.name];
    const auto started = started_.find(service.name);
    anew = started == started_.end() || started->second != mark;
  }
  if (anew) {
    std::string why;
    const bool begun = units_->restart(service.name, why);
    note(service.name, ServiceState::kDeploying, begun ? "starts" : why);
    if (begun) {
      const std::scoped_lock lock(mutex_);
      started_[service.name] = mark;
    }
    return;  // how it is, the next look tells
  }
  const ServiceReport now = units_->look(service, services());
  note(service.name, now.state, now.why);
}

void Supervisor::deploy(const services::Service& service) {
  for (const std::string& other : services::waits_for(service, services())) {
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
  const std::vector<services::Service> all = services();
  for (const services::Service& other : all) {
    const std::vector<std::string> needs = services::waits_for(other, all);
    const bool needs_it = std::find(needs.begin(), needs.end(), service.name) != needs.end();
    if (needs_it && !is(other.name, ServiceState::kRemoved)) {
      note(service.name, ServiceState::kRemoving, "waits for " + other.name);
      return;
    }
  }
  stop(service);
}

void Supervisor::stop(const services::Service& service) {
  std::string why;
  const bool stopped = service.unit.empty() && units_ != nullptr
                           ? units_->stop(service.name, why)
                           : run({"systemctl", "stop", service.unit}, kStartTimeout, why);
  note(service.name, stopped ? ServiceState::kRemoved : ServiceState::kRemoving, why);
}

bool Supervisor::is(const std::string& service, ServiceState state) const {
  const std::scoped_lock lock(mutex_);
  const auto report = reports_.find(service);
  return report != reports_.end() && report->second.state == state;
}

void Supervisor::note(const std::string& service, ServiceState state, std::string why) {
  const std::scoped_lock lock(mutex_);
  const auto found = reports_.find(service);
  if (found == reports_.end()) {
    return;
  }
  ServiceReport& report = found->second;
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

bool Supervisor::keep_stopped(const std::string& service) {
  const std::scoped_lock lock(mutex_);
  const auto report = reports_.find(service);
  if (removed_ || report == reports_.end() || !kept_stopped_.insert(service).second) {
    return false;
  }
  report->second.state = ServiceState::kRemoving;
  return true;
}

bool Supervisor::start_again(const std::string& service) {
  const std::scoped_lock lock(mutex_);
  const auto report = reports_.find(service);
  if (kept_stopped_.erase(service) == 0 || report == reports_.end()) {
    return false;
  }
  report->second.state = ServiceState::kDeploying;
  return true;
}

bool Supervisor::has_stopped(const std::string& service) const {
  const std::scoped_lock lock(mutex_);
  const auto report = reports_.find(service);
  return report == reports_.end() || report->second.state == ServiceState::kRemoved;
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
      const bool is_done = removed && kept_stopped_.contains(name) &&
                           report.state == ServiceState::kRemoved;
      if (!is_done) {
        report.state = removed ? ServiceState::kRemoving : ServiceState::kDeploying;
      }
    }
    kept_stopped_.clear();
  }
  return save();
}

Result<void> Supervisor::save() {
  const std::scoped_lock lock(mutex_);
  json::Value document = json::Object{{"removed", removed_}};
  for (const auto& [name, mark] : started_) {
    document["started"][name] = mark;
  }
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

std::string Supervisor::ready_mark(const std::string& service) const {
  const std::scoped_lock lock(mutex_);
  const auto report = reports_.find(service);
  const auto mark = started_.find(service);
  const bool ready = report != reports_.end() && report->second.state == ServiceState::kReady;
  return ready && mark != started_.end() ? mark->second : "";
}

bool Supervisor::removing() const {
  const std::scoped_lock lock(mutex_);
  return removed_;
}

bool Supervisor::settled() const {
  const std::scoped_lock lock(mutex_);
  return std::all_of(reports_.begin(), reports_.end(), [&](const auto& entry) {
    const auto wanted = wanted_.find(entry.first);
    const auto started = started_.find(entry.first);
    const bool as_wanted = removed_ || wanted == wanted_.end() ||
                           (started != started_.end() && started->second == wanted->second);
    return as_wanted &&
           entry.second.state == (removed_ ? ServiceState::kRemoved : ServiceState::kReady);
  });
}

}  // namespace sluice::agent
