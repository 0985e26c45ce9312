// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_keeper.h"

#include "api/meta.h"
#include "base/log.h"
#include "kubelet/node_lease.h"

namespace sluice::kubelet {

NodeKeeper::NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm,
                       Clock& clock)
    : options_(std::move(options)),
      client_(client),
      slurm_(slurm),
      clock_(clock),
      facts_{.name = options_.name,
             .address = options_.address,
             .port = options_.port,
             .executor = options_.executor,
             .reserved = options_.reserved},
      node_(
          {.name = "node", .interval = options_.interval}, [this] { return refresh(); }, clock),
      lease_(
          {.name = "lease", .interval = options_.interval}, [this] { return renew(); }, clock) {}

Result<void> NodeKeeper::start() {
  for (const auto& first : {refresh(), renew()}) {
    if (!first) {
      log::warning("the node could not be registered yet", {{"error", first.error().message}});
    }
  }
  TRY(node_.start());
  return lease_.start();
}

void NodeKeeper::request_stop() {
  node_.request_stop();
  lease_.request_stop();
}

bool NodeKeeper::await_stopped(SteadyTime deadline) {
  return node_.await_stopped(deadline) && lease_.await_stopped(deadline);
}

Result<void> NodeKeeper::refresh() {
  ask_slurm();
  return write_node();
}

Result<void> NodeKeeper::renew() {
  return renew_node_lease(client_, options_.name, clock_.now());
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

Result<void> NodeKeeper::write_node() {
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
  if (const auto taints = corrected_taints(**node, facts_)) {
    TRY(client_.patch(api::kinds::node(), {"", options_.name},
                      {client::PatchType::kMerge,
                       json::Object{{"spec", json::Object{{"taints", *taints}}}}}));
  }
  const json::Value status = build_node_status(**node, facts_, clock_.now());
  if (status != (*node)->at("status")) {
    TRY(client_.patch(api::kinds::node(), {"", options_.name},
                      {client::PatchType::kMerge, json::Object{{"status", status}}},
                      client::Part::kStatus));
  }
  return {};
}

}  // namespace sluice::kubelet
