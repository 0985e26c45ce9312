// SPDX-License-Identifier: Apache-2.0
#include "jobs/operator.h"

#include "jobs/connection_status.h"
#include "jobs/dependencies.h"
#include "jobs/job_spec.h"
#include "jobs/job_status.h"

namespace sluice::jobs {
namespace {

constexpr const char* kUidIndex = "slurmjob-uid";
constexpr const char* kDependencyIndex = "slurmjob-dependency";
constexpr const char* kConnectionIndex = "slurmjob-connection";

std::string connection_id(const std::string& kind, const api::Key& key) {
  return kind + " " + api::to_string(key);
}

std::vector<std::string> connection_named_by(const client::Object& job) {
  const json::Value& ref = job.at("spec", "connectionRef");
  if (ref.is_null()) {
    return {};
  }
  const std::string& kind = ref.at("kind").as_string();
  return {connection_id(
      kind, {kind == kClusterConnectionKind ? "" : api::ns(job), ref.at("name").as_string()})};
}

// Most jobs have neither files nor a webhook.
runtime::Controller::Keys those(bool (*concerned)(const client::Object&)) {
  return [concerned](const runtime::Change& change) {
    return change.after && concerned(*change.after) ? std::vector{api::key(*change.after)}
                                                    : std::vector<api::Key>{};
  };
}

bool has_files_to_move(const client::Object& job) {
  return wants_files_brought(job) || wants_results(job);
}

}  // namespace

Operator::Operator(OperatorOptions options, Kinds kinds, client::Client& client, Clock& clock,
                   runtime::Informers& informers)
    : kinds_(std::move(kinds)),
      clock_(clock),
      jobs_(informers.of(*kinds_.job)),
      connections_(informers.of(*kinds_.connection)),
      cluster_connections_(informers.of(*kinds_.cluster_connection)),
      pods_(informers.of(api::kinds::pod())),
      events_(client, clock, "slurmjob-operator"),
      clusters_({client, clock, connections_, cluster_connections_, options.known_hosts,
                 options.credentials_dir, options.vault},
                [this, connect = options.connect ? options.connect
                                                 : connect_with(clock, options.local_slurm)](
                    const Target& target) {
                  return connect(target, [this](const std::set<std::string>& uids) {
                    for (const std::string& uid : uids) {
                      look_at(uid);
                    }
                  });
                }),
      job_pods_({client, clock, events_, pods_, options.node, options.result_image,
                 [this](const api::Key& key) { return connections_.get(key); }}),
      reconciler_({client, clock, jobs_, events_, clusters_, metrics_}, job_pods_),
      controller_({.name = "slurmjobs", .workers = options.workers}, reconciler_, clock),
      files_reconciler_(
          {client, clock, jobs_, events_, clusters_, options.claims_here, options.put}),
      files_controller_({.name = "slurmjob files", .workers = 4}, files_reconciler_, clock),
      webhook_reconciler_({client, clock, jobs_, options.notify}),
      webhook_controller_({.name = "slurmjob webhooks", .workers = 4}, webhook_reconciler_, clock),
      connection_reconciler_({client, clock, connections_, events_, clusters_}),
      cluster_connection_reconciler_({client, clock, cluster_connections_, events_, clusters_}),
      connection_controller_({.name = "slurmconnections", .workers = 4}, connection_reconciler_,
                             clock),
      cluster_connection_controller_({.name = "slurmclusterconnections", .workers = 2},
                                     cluster_connection_reconciler_, clock),
      reader_(clock) {
  if (options.pods != nullptr) {
    access_.emplace(
        JobAccess::Parts{client, *kinds_.job, jobs_, clusters_, reader_, *options.pods});
  }
  controller_.watch_controlled(pods_, *kinds_.job);
  jobs_.add_index(
      kUidIndex, [](const client::Object& job) { return std::vector<std::string>{api::uid(job)}; });
  jobs_.add_index(kConnectionIndex, connection_named_by);
  jobs_.add_index(kDependencyIndex, [](const client::Object& job) {
    std::vector<std::string> keys;
    for (const std::string& name : depended_on(job)) {
      keys.push_back(api::to_string({api::ns(job), name}));
    }
    return keys;
  });
  controller_.watch(jobs_);
  files_controller_.watch(jobs_, those(has_files_to_move));
  for (runtime::Controller* controller : {&controller_, &files_controller_}) {
    controller->watch(
        jobs_, [this](const runtime::Change& change) { return waiting_for(change.object()); });
  }
  for (runtime::Informer* informer : {&connections_, &cluster_connections_}) {
    controller_.watch(*informer, [this](const runtime::Change& change) {
      const bool same =
          change.before && change.after && !concerns_jobs(*change.before, *change.after);
      return same ? std::vector<api::Key>{} : jobs_through(change.object());
    });
  }
  if (options.notify) {
    webhook_controller_.watch(jobs_, those(owes_notice));
  }
  connection_controller_.watch(connections_);
  cluster_connection_controller_.watch(cluster_connections_);
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

std::vector<api::Key> Operator::jobs_through(const client::Object& connection) const {
  std::vector<api::Key> keys;
  const std::string id = connection_id(connection.at("kind").as_string(), api::key(connection));
  for (const client::ObjectPtr& job : jobs_.by_index(kConnectionIndex, id)) {
    keys.push_back(api::key(*job));
  }
  return keys;
}

std::vector<api::Key> Operator::waiting_for(const client::Object& other) const {
  std::vector<api::Key> keys;
  for (const auto& job : jobs_.by_index(kDependencyIndex, api::to_string(api::key(other)))) {
    if (job_id(*job) == 0) {
      keys.push_back(api::key(*job));
    }
  }
  return keys;
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(reader_.start());
  TRY(files_controller_.start());
  TRY(webhook_controller_.start());
  TRY(connection_controller_.start());
  TRY(cluster_connection_controller_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  files_reconciler_.request_stop();
  files_controller_.request_stop();
  webhook_controller_.request_stop();
  connection_controller_.request_stop();
  cluster_connection_controller_.request_stop();
  reader_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && files_controller_.await_stopped(deadline) &&
         webhook_controller_.await_stopped(deadline) &&
         connection_controller_.await_stopped(deadline) &&
         cluster_connection_controller_.await_stopped(deadline) &&
         reader_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::jobs
