// SPDX-License-Identifier: Apache-2.0
#include "jobs/connection_reconciler.h"

#include "jobs/connection_status.h"
#include "runtime/ready_status.h"

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
  TRY(runtime::write_ready_status(parts_.client, parts_.events, parts_.connections.kind(),
                                  *connection,
                                  info ? answers(*connection, *info, (*cluster)->user(), now)
                                       : fails(*connection, info.error(), now)));
  return runtime::Requeue{info ? kLookAgain : kTryAgain};
}

}  // namespace sluice::jobs
