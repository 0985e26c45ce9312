// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "api/catalog.h"
#include "client/client.h"

namespace sluice::controllers::autoscaling {

// What an autoscaler scales: an object of any kind that has a scale, seen through it.
struct Target {
  api::KindPtr kind;
  json::Value scale;  // autoscaling/v1 Scale

  std::int64_t replicas() const { return scale.at("spec", "replicas").as_int(); }
  const std::string& selector() const { return scale.at("status", "selector").as_string(); }
};

// Finds and scales them. Thread-safe. Errors are in Kubernetes' words.
class Targets {
 public:
  // Without a catalog custom kinds are not known.
  Targets(client::Client& client, const api::Catalog* catalog)
      : client_(client), catalog_(catalog) {}

  // By a scaleTargetRef. As upstream, the version in it does not matter.
  Result<Target> find(const std::string& ns, const json::Value& reference) const;

  // Tries again when somebody else changed the target meanwhile.
  Result<void> rescale(Target target, std::int64_t replicas) const;

 private:
  api::KindPtr kind_of(const std::string& group, const std::string& kind) const;

  client::Client& client_;
  const api::Catalog* const catalog_;
};

}  // namespace sluice::controllers::autoscaling
