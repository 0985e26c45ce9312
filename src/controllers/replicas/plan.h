// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "controllers/owned/pods.h"
#include "json/value.h"

namespace sluice::controllers::replicas {

// Decisions about a ReplicaSet or ReplicationController, which differ in nothing but their kind.
// `set` as stored, `pods` all pods it controls. Pure.

// What brings the number of active pods to the wanted one.
struct Scaling {
  std::int64_t create = 0;
  owned::Pods remove;
};
Scaling scale(const client::Object& set, const owned::Pods& pods, WallTime now);

// Why scaling did not work.
struct Failure {
  std::string reason;  // "FailedCreate" or "FailedDelete"
  std::string message;
};

struct Status {
  json::Value value;
  std::optional<Duration> again;  // when a ready pod becomes available
};
Status status(const client::Object& set, const owned::Pods& pods,
              const std::optional<Failure>& failure, WallTime now);

}  // namespace sluice::controllers::replicas
