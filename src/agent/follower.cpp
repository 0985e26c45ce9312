// SPDX-License-Identifier: Apache-2.0
#include "agent/follower.h"

#include <algorithm>

#include "agent/machine_node.h"
#include "base/text.h"

namespace sluice::agent {
namespace {

// Agents may not read definitions.
constexpr api::Kind kNodeServices{.group = "sluice.dev",
                                  .version = "v1alpha1",
                                  .kind = "NodeServices",
                                  .plural = "nodeservices",
                                  .singular = "nodeservices",
                                  .has_status = true};

client::ListOptions only(const api::Key& key) {
  return {.ns = key.ns, .label_selector = "", .field_selector = "metadata.name=" + key.name};
}

Result<std::string> read_secret(client::Client& client, const api::Key& secret,
                                const std::string& key) {
  TRY_ASSIGN(const client::ObjectPtr found, client.get(api::kinds::secret(), secret));
  const json::Value* data = found->find("data", key);
  if (data == nullptr) {
    return fail(Code::kNotFound, "there is no key " + key);
  }
  return base64_decode(data->as_string());
}

}  // namespace

Follower::Follower(const Parts& parts)
    : config_(parts.config),
      client_(parts.client),
      objects_(parts.client, kNodeServices, parts.clock, only(parts.config.follows)),
      nodes_(parts.client, api::kinds::node(), parts.clock, only({"", parts.config.node})),
      installation_({.file = parts.config.state_directory / "secrets.json",
                     .runner = parts.runner,
                     .read_secret =
                         [this](const std::string& secret, const std::string& key) {
                           return read_secret(client_, {config_.follows.ns, secret}, key);
                         }}),
      services_({.file = parts.config.state_directory / "services.json",
                 .pool = parts.config.pool,
                 .slurm_node = parts.config.slurm_node,
                 .installation = installation_,
                 .supervisor = parts.supervisor,
                 .detachments = parts.detachments,
                 .clock = parts.clock,
                 .is_gone = [this] { return is_gone(); },
                 .whose_node =
                     [this](const json::Value& node) { return whose_node(node, config_); }}) {
  for (runtime::Informer* informer : {&objects_, &nodes_}) {
    informer->on_change([news = parts.on_news](const runtime::Change&) { news(); });
  }
}

Result<void> Follower::start() {
  objects_.start();
  nodes_.start();
  return {};
}

void Follower::request_stop() {
  objects_.request_stop();
  nodes_.request_stop();
}

bool Follower::await_stopped(SteadyTime deadline) {
  return objects_.await_stopped(deadline) && nodes_.await_stopped(deadline);
}

Result<void> Follower::step() {
  const bool synced = objects_.synced();  // before what it has is looked at
  const client::ObjectPtr object = objects_.get(config_.follows);
  return services_.step(object, nodes_.get({"", config_.node}), synced && object == nullptr);
}

// A list that is answered is about this object; NotFound for one may be about its kind.
Result<bool> Follower::is_gone() {
  TRY_ASSIGN(const client::ObjectList all, client_.list(kNodeServices, only(config_.follows)));
  return std::none_of(all.items.begin(), all.items.end(), [&](const client::ObjectPtr& one) {
    return api::key(*one) == config_.follows;
  });
}

}  // namespace sluice::agent
