// SPDX-License-Identifier: Apache-2.0
#include "api/workload_kinds.h"

#include "base/result.h"

namespace sluice::api::kinds {
namespace {

const Kind& known(std::string_view api_version, std::string_view kind) {
  const Kind* found = find_kind(api_version, kind);
  CHECK(found != nullptr);
  return *found;
}

}  // namespace

const Kind& controller_revision() {
  static const Kind& kind = known("apps/v1", "ControllerRevision");
  return kind;
}

const Kind& cron_job() {
  static const Kind& kind = known("batch/v1", "CronJob");
  return kind;
}

const Kind& daemon_set() {
  static const Kind& kind = known("apps/v1", "DaemonSet");
  return kind;
}

const Kind& deployment() {
  static const Kind& kind = known("apps/v1", "Deployment");
  return kind;
}

const Kind& replica_set() {
  static const Kind& kind = known("apps/v1", "ReplicaSet");
  return kind;
}

const Kind& replication_controller() {
  static const Kind& kind = known("v1", "ReplicationController");
  return kind;
}

const Kind& stateful_set() {
  static const Kind& kind = known("apps/v1", "StatefulSet");
  return kind;
}

}  // namespace sluice::api::kinds
