// SPDX-License-Identifier: Apache-2.0
#include "runtime/ready_status.h"

#include "api/meta.h"

namespace sluice::runtime {

Result<void> write_ready_status(client::Client& client, EventRecorder& events,
                                const api::Kind& kind, const client::Object& object,
                                json::Value status, bool in_order) {
  if (object.at("status") == status) {
    return {};
  }
  client::Object changed = object;
  changed["status"] = std::move(status);
  TRY(client.update(kind, changed, client::Part::kStatus));
  const json::Value* before = api::condition(object, "Ready");
  const json::Value* ready = api::condition(changed, "Ready");
  if (ready != nullptr && (before == nullptr || before->at("reason") != ready->at("reason"))) {
    const bool good = in_order || ready->at("status").as_string() == "True";
    events.record(changed, {.type = good ? "Normal" : "Warning",
                            .reason = ready->at("reason").as_string(),
                            .message = ready->at("message").as_string()});
  }
  return {};
}

}  // namespace sluice::runtime
