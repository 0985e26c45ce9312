// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agent/followed_services.h"
#include "api/meta.h"
#include "base/files.h"
#include "detach/fake_slurm_nodes.h"
#include "json/yaml.h"
#include "services/run_directory.h"

namespace sluice::agent {

// For tests: a machine that follows a NodeServices object, with a systemd and a Slurm that are
// played.

// systemctl, whose services are lives of this process, and probes, which succeed unless one is ill.
class Systemd final : public CommandRunner {
 public:
  explicit Systemd(std::filesystem::path run) : directory(std::move(run)) {}

  Result<CommandOutput> run(const Command& command) override {
    if (command.argv.front() == "/probe") {
      ++probes;
      return CommandOutput{.exit_code = ill.contains(command.argv.back()) ? 1 : 0};
    }
    log.push_back(command.argv.at(1) + (command.argv.size() > 2 ? " " + command.argv.at(2) : ""));
    if (command.argv.at(1) == "start" || command.argv.at(1) == "restart") {
      const std::string& unit = command.argv.at(2);
      EXPECT_TRUE(directory.become({.service = unit.substr(7, unit.size() - 15),
                                    .state = services::State::kDeploying,
                                    .holder = process_id(::getpid()),
                                    .main = true}));
    }
    return CommandOutput{};
  }

  services::RunDirectory directory;
  std::vector<std::string> log;
  std::set<std::string> ill;
  int probes = 0;
};

inline constexpr const char* kSpec = R"(
services:
- {name: munged, command: [/usr/sbin/munged], readiness: {command: [/probe, munged]},
   secretFiles: [{path: /etc/munge/munge.key, secret: x-nodes, key: munge.key, revision: "1"}]}
- {name: slurmd, command: [/usr/sbin/slurmd, batch], needsReady: [munged], killMode: process, placement: {pool: batch},
   registersAs: 'Feature=batch', unlessFiles: [/leaving], readiness: {command: [/probe, slurmd]}}
- {name: slurmd, command: [/usr/sbin/slurmd, htc], needsReady: [munged], killMode: process, placement: {pool: htc},
   registersAs: 'Feature=htc', unlessFiles: [/leaving], readiness: {command: [/probe, slurmd]}}
- {name: exporter, command: [/bin/exporter], files: [{path: /etc/exporter, content: "a\n"}]}
)";

inline client::ObjectPtr object(const std::string& spec = kSpec) {
  json::Value made = json::Object{
      {"kind", "NodeServices"},
      {"metadata", json::Object{{"name", "x-nodes"}, {"namespace", "hpc"}, {"uid", "u"}}}};
  made["spec"] = json::parse_yaml(spec)->front();
  return std::make_shared<const json::Value>(std::move(made));
}

// The text with something else in one place.
inline std::string changed(std::string spec, const std::string& from, const std::string& to) {
  EXPECT_NE(spec.find(from), std::string::npos) << from;
  return spec.replace(spec.find(from), from.size(), to);
}

inline client::ObjectPtr node(const std::string& pool, const std::string& annotations = "{}") {
  return std::make_shared<const json::Value>(
      json::parse_yaml("{metadata: {name: n, labels: {sluice.dev/pool: '" + pool +
                       "'}, annotations: " + annotations + "}}")
          ->front());
}

// An agent as it is after each start of it.
struct Process {
  Process(const std::filesystem::path& scratch, Systemd& systemd, detach::SlurmNodes& slurm,
          Clock& clock, std::string& key, Result<bool>& gone)
      : units(systemd.directory.path(), systemd, clock),
        supervisor({}, scratch / "state.json", systemd, &units),
        installation({.root = scratch / "root",
                      .file = scratch / "secrets.json",
                      .runner = systemd,
                      .read_secret =
                          [&key](const std::string& secret, const std::string&) {
                            return key.empty() ? Result<std::string>(fail(Code::kForbidden, secret))
                                               : Result<std::string>(key);
                          }}),
        detachments(
            {.own_node = "n",
             .machine = {
                 .controller_host = "",
                 .hold = [] { return Result<void>(); },
                 .release = [] { return Result<void>(); },
                 .stop_slurmd = [] { return true; },
                 .stop =
                     [this] {
                       return supervisor.removing() ? Result<void>() : supervisor.remove_all();
                     },
                 .stops = [this] { return supervisor.removing(); },
                 .has_stopped = [this] { return supervisor.removing() && supervisor.settled(); },
                 .start = [this] { return supervisor.deploy_all(); }},
             .file = scratch / "detachments.json",
             .slurm = slurm,
             .clock = clock}),
        followed({.file = scratch / "services.json",
                  .pool = "batch",
                  .slurm_node = "n",
                  .installation = installation,
                  .supervisor = supervisor,
                  .detachments = detachments,
                  .clock = clock,
                  .is_gone = [&gone] { return gone; },
                  .whose_node =
                      [](const json::Value& its) {
                        const std::string& cluster = api::label(its, "sluice.dev/slurm-cluster");
                        return cluster == "another" ? "it is another's" : std::string();
                      }}) {
    EXPECT_TRUE(followed.resume());
    EXPECT_TRUE(supervisor.resume());
    EXPECT_TRUE(detachments.resume());
  }

  GatedUnits units;
  Supervisor supervisor;
  Installation installation;
  detach::Detachments detachments;
  FollowedServices followed;
};

class Following : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(make_directory(scratch_.path() / "root/etc/systemd/system", 0755));
    slurm_.add("n");
    begin();
  }
  void begin() {
    process_ = std::make_unique<Process>(scratch_.path(), systemd_, slurm_, clock_, key_, gone_);
  }
  // As the agent's threads do; a service is seen ready by the look after the one that started it.
  void steps(const client::ObjectPtr& wanted, const client::ObjectPtr& its, int count = 4,
             bool gone = false) {
    for (int i = 0; i < count; ++i) {
      clock_.advance(std::chrono::seconds(2));
      ASSERT_TRUE(process_->followed.step(wanted, its, gone));
      ASSERT_TRUE(process_->supervisor.step());
      ASSERT_TRUE(process_->detachments.step());
    }
  }
  void gone_steps(int count) { steps(nullptr, node("batch"), count, /*gone=*/true); }
  std::string unit(const std::string& service) {
    return read_file(scratch_.path() / "root/etc/systemd/system" /
                     ("sluice-" + service + ".service"))
        .value_or("");
  }
  std::vector<std::string> taken_log() { return std::exchange(systemd_.log, {}); }

  TemporaryDirectory scratch_{"following"};
  FakeClock clock_;
  Systemd systemd_{scratch_.path() / "run"};
  detach::FakeSlurmNodes slurm_;
  std::string key_ = "secret";
  Result<bool> gone_ = true;  // what the server answers
  std::unique_ptr<Process> process_;
};

}  // namespace sluice::agent
