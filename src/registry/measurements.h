// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "client/usage_source.h"
#include "registry/stored_object.h"

namespace sluice::registry {

class Registry;
struct ListRequest;
struct ListPage;

// The objects of metrics.k8s.io, which nobody stores: what running pods use, and nodes as the sum
// of their pods. Made when asked for, so that pods nobody asks about cost nothing. Thread-safe; the
// registry with the pods and nodes must outlive it, as must the source.
class Measurements {
 public:
  Measurements(const Registry& registry, const Clock& clock) : registry_(registry), clock_(clock) {}

  // Without a source nothing has been measured. Before the first request.
  void measure_with(const client::UsageSource& source) { source_ = &source; }

  static bool tells(const api::Kind& kind);

  // Of a kind that it tells. NotFound also for what has not been measured.
  Result<StoredObject> get(const api::Kind& kind, const api::Key& key) const;
  Result<ListPage> list(const api::Kind& kind, const ListRequest& request) const;

 private:
  // Of each object that was measured: its metrics.
  Result<std::vector<StoredObject>> measure(const api::Kind& kind,
                                            std::span<const StoredObject> objects) const;
  std::vector<json::Value> measure_pods(std::span<const json::Value> pods) const;
  Result<std::vector<json::Value>> measure_nodes(std::span<const json::Value> nodes) const;

  const Registry& registry_;
  const Clock& clock_;
  const client::UsageSource* source_ = nullptr;
};

}  // namespace sluice::registry
