// SPDX-License-Identifier: Apache-2.0
#include "jobs/operator.h"

#include "jobs/runs_by_commands.h"
#include "slurm/cli.h"
#include "ssh/connection.h"

namespace sluice::jobs {
namespace {

constexpr const char* kUidIndex = "slurmjob-uid";

Connect by_ssh(Clock& clock) {
  return [&clock](const ssh::Endpoint& endpoint, Cluster::OnNews on_news) {
    auto connection = std::make_unique<ssh::Connection>(endpoint, clock);
    auto slurm = slurm::make_cli(*connection, {.user = endpoint.user});
    auto runs = std::make_unique<RunsByCommands>(endpoint.user, std::move(connection));
    return std::make_unique<Cluster>(endpoint.user, std::move(runs), std::move(slurm), clock,
                                     std::move(on_news));
  };
}

}  // namespace

Operator::Operator(OperatorOptions options, const api::Kind& kind, client::Client& client,
                   Clock& clock, runtime::Informers& informers)
    : clock_(clock),
      jobs_(informers.of(kind)),
      pods_(informers.of(api::kinds::pod())),
      events_(client, clock, "slurmjob-operator"),
      clusters_(client, clock, options.known_hosts,
                [this, connect = options.connect ? options.connect : by_ssh(clock)](
                    const ssh::Endpoint& endpoint) {
                  return connect(endpoint, [this](const std::set<std::string>& uids) {
                    for (const std::string& uid : uids) {
                      look_at(uid);
                    }
                  });
                }),
      reconciler_({client, clock, jobs_, events_, clusters_, pods_, options.node}),
      controller_({.name = "slurmjobs", .workers = options.workers}, reconciler_, clock),
      reader_(clock) {
  if (options.pods != nullptr) {
    access_.emplace(
        JobAccess::Parts{client, kind, jobs_, clusters_, reader_, *options.pods});
  }
  controller_.watch_controlled(pods_, kind);
  jobs_.add_index(kUidIndex, [](const client::Object& job) {
    return std::vector<std::string>{api::uid(job)};
  });
  controller_.watch(jobs_);
}

Operator::~Operator() {
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
  clusters_.clear();  // their threads tell the controller
}

void Operator::look_at(const std::string& uid) {
  for (const client::ObjectPtr& job : jobs_.by_index(kUidIndex, uid)) {
    controller_.queue().add(api::key(*job));
  }
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(reader_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  reader_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && reader_.await_stopped(deadline) &&
         events_.await_stopped(deadline);
}

}  // namespace sluice::jobs
