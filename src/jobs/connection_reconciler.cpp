// SPDX-License-Identifier: Apache-2.0
#include "jobs/connection_reconciler.h"

#include "jobs/connection_status.h"

namespace sluice::jobs {
namespace {

constexpr Duration kLookAgain = std::chrono::seconds(30);
constexpr Duration kTryAgain = std::chrono::seconds(5);  // logins have a back-off of their own

}  // namespace

Result<runtime::Requeue> ConnectionReconciler::reconcile(const api::Key& key) {
  const std::string who = std::string(parts_.connections.kind().kind) + " " + api::to_string(key);
  const client::ObjectPtr connection = parts_.connections.get(key);
  if (connection == nullptr || api::is_being_deleted(*connection)) {
    parts_.clusters.release(who);
    return runtime::Requeue{};
  }
  const auto cluster = parts_.clusters.use_connection(who, *connection);
  const auto info = cluster ? (*cluster)->ping() : tl::unexpected(cluster.error());
  const WallTime now = parts_.clock.now();
  TRY(write(*connection, info ? answers(*connection, *info, (*cluster)->user(), now)
                              : fails(*connection, info.error(), now)));
  return runtime::Requeue{info ? kLookAgain : kTryAgain};
}

Result<void> ConnectionReconciler::write(const client::Object& connection, json::Value status) {
  if (connection.at("status") == status) {
    return {};
  }
  client::Object changed = connection;
  changed["status"] = status;
  TRY(parts_.client.update(parts_.connections.kind(), changed, client::Part::kStatus));
  const json::Value* before = api::condition(connection, "Ready");
  const json::Value* ready = api::condition(changed, "Ready");
  if (before == nullptr || before->at("reason") != ready->at("reason")) {
    const bool good = ready->at("status").as_string() == "True";
    parts_.events.record(changed, {.type = good ? "Normal" : "Warning",
                                   .reason = ready->at("reason").as_string(),
                                   .message = ready->at("message").as_string()});
  }
  return {};
}

}  // namespace sluice::jobs
