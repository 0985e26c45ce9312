// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "client/client.h"
#include "runtime/informers.h"

namespace sluice::controllers::disruption {

using Pods = std::vector<client::ObjectPtr>;

// How many pods there should be.
struct Expected {
  std::int64_t pods = 0;
  std::vector<std::string> unmanaged = {};  // names of pods that nobody controls: not counted
};

// Knows how many pods the controllers of pods want: whatever has a scale subresource, and for a
// ReplicaSet of a Deployment what the Deployment wants. Thread-safe.
class Scales {
 public:
  // Without a catalog custom kinds are not known.
  Scales(client::Client& client, runtime::Informers& informers, const api::Catalog* catalog);

  // Fails when a pod's controller is not there, or has no scale.
  Result<Expected> expected(const Pods& pods) const;

  // Of the built-in kinds that control pods and have a scale.
  const std::vector<runtime::Informer*>& controllers() const { return controllers_; }

 private:
  struct Scale {
    std::string uid;  // of whose it is
    std::int64_t replicas = 0;
  };
  Result<api::KindPtr> kind_of(const json::Value& reference) const;
  Result<client::ObjectPtr> find(const api::Kind& kind, const std::string& ns,
                                 const json::Value& reference) const;
  Result<std::optional<Scale>> scale(const std::string& ns, const json::Value& reference) const;

  client::Client& client_;
  const api::Catalog* catalog_;
  std::vector<runtime::Informer*> controllers_;
};

}  // namespace sluice::controllers::disruption
