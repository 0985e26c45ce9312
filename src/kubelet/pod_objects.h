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

}  // namespace sluice::kubelet
