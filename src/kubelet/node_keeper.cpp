// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_keeper.h"

#include "api/meta.h"
#include "base/log.h"
#include "base/timestamp.h"

namespace sluice::kubelet {
namespace {

constexpr int kLeaseSeconds = 40;
constexpr Duration kAfterError = std::chrono::seconds(1);
const api::Key kLeaseNamespace{"", "kube-node-lease"};

}  // namespace

NodeKeeper::NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm,
                       Clock& clock)
    : options_(std::move(options)),
      client_(client),
      slurm_(slurm),
      clock_(clock),
      facts_{.name = options_.name, .address = options_.address},
      threads_(clock) {}

NodeKeeper::~NodeKeeper() {
  request_stop();
}

void NodeKeeper::wake() {
  {
    const std::scoped_lock lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

Result<void> NodeKeeper::start() {
  const Result<void> first = refresh();
  if (!first) {
    log::warning("the node could not be registered yet", {{"error", first.error().message}});
  }
  threads_.run("node", [this] { run(); });
  return {};
}

void NodeKeeper::request_stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

void NodeKeeper::run() {
  SteadyTime due = clock_.steady() + options_.interval;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!woken_ && clock_.steady() < due) {
      clock_.wait_until(lock, changed_, due);
      continue;
    }
    woken_ = false;
    lock.unlock();
    const Result<void> done = refresh();
    if (!done) {
      log::warning("the node could not be updated", {{"error", done.error().message}});
    }
    due = clock_.steady() + (done ? options_.interval : kAfterError);
    lock.lock();
  }
}

Result<void> NodeKeeper::refresh() {
  ask_slurm();
  TRY_ASSIGN(const client::ObjectPtr node, write_node());
  return renew_lease(*node);
}

void NodeKeeper::ask_slurm() {
  const auto partitions = slurm_.partitions();
  if (!partitions) {
    facts_.outage = partitions.error();
    return;
  }
  const auto chosen = choose_partition(*partitions, options_.partition);
  if (!chosen) {
    facts_.outage = chosen.error();
    return;
  }
  facts_.partition = *chosen;
  facts_.outage.reset();
  if (facts_.slurm_version.empty()) {
    if (const auto cluster = slurm_.ping()) {
      facts_.slurm_version = cluster->version;
    }
  }
}

Result<client::ObjectPtr> NodeKeeper::write_node() {
  auto node = client_.get(api::kinds::node(), {"", options_.name});
  if (!node && node.error().code == Code::kNotFound) {
    node = client_.create(api::kinds::node(), build_node(facts_));
  }
  TRY(node);
  const auto queued = queued_resources(**node, facts_);
  if (queued && *queued != api::annotation(**node, kQueuedResources)) {
    const json::Value body = json::Object{
        {"metadata", json::Object{{"annotations", json::Object{{kQueuedResources, *queued}}}}}};
    TRY(client_.patch(api::kinds::node(), {"", options_.name}, {client::PatchType::kMerge, body}));
  }
  const json::Value status = build_node_status(**node, facts_, clock_.now());
  if (status == (*node)->at("status")) {
    return *node;
  }
  const json::Value body = json::Object{{"status", status}};
  return client_.patch(api::kinds::node(), {"", options_.name}, {client::PatchType::kMerge, body},
                       client::Part::kStatus);
}

// The node owns its lease, so that the garbage collector takes it when the node goes.
Result<void> NodeKeeper::renew_lease(const client::Object& node) {
  const api::Key key{kLeaseNamespace.name, options_.name};
  const json::Value owner = json::Object{
      {"apiVersion", "v1"}, {"kind", "Node"}, {"name", api::name(node)}, {"uid", api::uid(node)}};
  const std::string now = format_rfc3339_micro(clock_.now());
  json::Value lease =
      json::Object{{"metadata", json::Object{{"ownerReferences", json::Array{owner}}}},
                   {"spec", json::Object{{"holderIdentity", options_.name},
                                         {"leaseDurationSeconds", kLeaseSeconds},
                                         {"renewTime", now}}}};
  const auto renewed = client_.patch(api::kinds::lease(), key, {client::PatchType::kMerge, lease});
  if (renewed || renewed.error().code != Code::kNotFound) {
    TRY(renewed);
    return {};
  }
  lease["apiVersion"] = api::kinds::lease().api_version();
  lease["kind"] = api::kinds::lease().kind;
  lease["metadata"]["namespace"] = key.ns;
  lease["metadata"]["name"] = key.name;
  const auto created = client_.create(api::kinds::lease(), lease);
  if (!created && created.error().code == Code::kNotFound) {
    // A control plane that has not made this namespace yet.
    const json::Value ns = json::Object{
        {"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::Object{{"name", key.ns}}}};
    TRY(client_.create(api::kinds::namespace_(), ns));
    TRY(client_.create(api::kinds::lease(), lease));
    return {};
  }
  TRY(created);
  return {};
}

}  // namespace sluice::kubelet
