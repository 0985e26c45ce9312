// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::deployment {

constexpr std::string_view kHashLabel = "pod-template-hash";
constexpr std::string_view kRevision = "deployment.kubernetes.io/revision";
constexpr std::string_view kRevisionHistory = "deployment.kubernetes.io/revision-history";
constexpr std::string_view kDesiredReplicas = "deployment.kubernetes.io/desired-replicas";
constexpr std::string_view kMaxReplicas = "deployment.kubernetes.io/max-replicas";

// How many pods a deployment may have and miss while it rolls.
struct Limits {
  std::int64_t replicas = 0;
  std::int64_t surge = 0;
  std::int64_t unavailable = 0;
};
Limits limits(const client::Object& deployment);

// A replica set of a deployment while a plan is made: as it should become. Plain value.
class ReplicaSet {
 public:
  // Takes one as stored, or one that is to be created.
  explicit ReplicaSet(client::Object object) : object_(std::move(object)) {}

  const client::Object& object() const { return object_; }
  bool is_changed() const { return changed_; }
  bool is_stored() const { return !api::uid(object_).empty(); }
  const std::string& name() const { return api::name(object_); }
  std::int64_t replicas() const { return object_.at("spec", "replicas").as_int(); }
  std::int64_t counted(std::string_view field) const {  // of the status
    return object_.at("status", field).as_int();
  }
  std::int64_t available() const { return counted("availableReplicas"); }
  std::int64_t number(std::string_view annotation) const;  // -1 when there is none

  void resize(std::int64_t replicas, const Limits& limits);
  void annotate(std::string_view name, const std::string& value);
  void set_min_ready_seconds(const json::Value& seconds);

 private:
  client::Object object_;
  bool changed_ = false;
};

using ReplicaSets = std::vector<ReplicaSet>;

// Whether it runs the deployment's pod template. The label that a replica set adds to its own copy
// does not count.
bool has_template_of(const client::Object& replica_set, const client::Object& deployment);

// The replica set for the deployment's template, not yet scaled and without a revision.
client::Object new_replica_set(const client::Object& deployment);

// Gives it the deployment's annotations, and `revision` unless it has a later one; the one it had
// becomes history.
void follow_annotations(ReplicaSet& set, const client::Object& deployment, std::int64_t revision);

bool is_older(const ReplicaSet& a, const ReplicaSet& b);  // by creation, then by name

}  // namespace sluice::controllers::deployment
