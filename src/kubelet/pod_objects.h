// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "client/client.h"

namespace sluice::kubelet {

// The objects a pod refers to, each asked for once, so that all of its containers and volumes see
// the same. For one pod and one thread.
class PodObjects {
 public:
  PodObjects(client::Client& client, const json::Value& pod) : client_(client), pod_(pod) {}

  const json::Value& pod() const { return pod_; }
  client::Client& client() { return client_; }

  // Of the pod's namespace, or of the cluster for kinds without one; null: there is none.
  Result<client::ObjectPtr> find(const api::Kind& kind, const std::string& name);

  // The same; NotFound: `configmap "x" not found`.
  Result<client::ObjectPtr> get(const api::Kind& kind, const std::string& name);

 private:
  client::Client& client_;
  const json::Value& pod_;
  std::map<std::string, client::ObjectPtr> objects_;  // "secrets/name"
};

// What one entry of a config map or secret holds, also from a config map's binaryData; nothing when
// it has no such key.
Result<std::optional<std::string>> entry_of(const api::Kind& kind, const json::Value& object,
                                            const std::string& key);

}  // namespace sluice::kubelet
