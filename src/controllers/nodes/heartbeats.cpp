// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/heartbeats.h"

#include <string_view>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

std::string sign_of(const client::Object& node, const client::Object* lease) {
  const json::Value* ready = api::condition(node, "Ready");
  return (ready == nullptr ? "" : json::write(*ready)) +
         (lease == nullptr ? "" : lease->at("spec", "renewTime").as_string());
}

}  // namespace

Duration Heartbeats::silence(const client::Object& node, const client::Object* lease,
                             SteadyTime now) {
  std::string sign = sign_of(node, lease);
  const std::scoped_lock lock(mutex_);
  const auto [place, first] = last_.try_emplace(api::name(node), Beat{sign, now});
  if (!first && place->second.sign != sign) {
    place->second = Beat{std::move(sign), now};
  }
  return now - place->second.at;
}

void Heartbeats::forget(const std::string& node) {
  const std::scoped_lock lock(mutex_);
  last_.erase(node);
}

json::Value silent_status(const client::Object& node, WallTime now) {
  json::Value status = node.at("status");
  for (const std::string_view type : {"Ready", "MemoryPressure", "DiskPressure", "PIDPressure"}) {
    if (api::condition(node, type) == nullptr) {
      api::set_condition(status,
                         {.type = type,
                          .status = "Unknown",
                          .reason = "NodeStatusNeverUpdated",
                          .message = "Kubelet never posted node status."},
                         now);
      status["conditions"].array().back()["lastHeartbeatTime"] =
          node.at("metadata", "creationTimestamp");
    } else if (!api::has_condition(node, type, "Unknown")) {
      api::set_condition(status,
                         {.type = type,
                          .status = "Unknown",
                          .reason = "NodeStatusUnknown",
                          .message = "Kubelet stopped posting node status."},
                         now);
    }
  }
  return status;
}

}  // namespace sluice::controllers::nodes
