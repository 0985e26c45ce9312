// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::scheduler {

// A claim that gets its volume when its first pod gets a node.
struct WaitingClaim {
  client::ObjectPtr claim;
  client::ObjectPtr storage_class;
  std::vector<client::ObjectPtr> volumes;  // of its class
};

// What a pod's volumes mean for its place.
struct PodVolumes {
  std::string fault;                     // why it can be nowhere yet
  std::vector<std::string> exclusive;    // claims that only one pod may use
  std::vector<client::ObjectPtr> bound;  // volumes that its claims have
  bool lost = false;                     // a claim's volume is gone
  std::vector<WaitingClaim> waiting = {};
};

// Where they are looked up; null or nothing: there is none.
struct VolumeSources {
  std::function<client::ObjectPtr(const api::Key&)> claim;
  std::function<client::ObjectPtr(const std::string&)> volume;
  std::function<client::ObjectPtr(const std::string&)> storage_class;
  std::function<std::vector<client::ObjectPtr>(const std::string&)> volumes_of_class;
};
PodVolumes read_volumes(const client::Object& pod, const VolumeSources& sources);

// What has to be written before a pod with waiting claims can be bound to a node.
struct VolumePlan {
  struct Binding {
    client::ObjectPtr volume;
    client::ObjectPtr claim;
  };
  std::vector<Binding> bindings;
  std::vector<client::ObjectPtr> provisions;  // claims
  std::vector<std::string> objections;        // why the node will not do
};
VolumePlan plan_volumes(const PodVolumes& volumes, const client::Object& node);

// Whether the zone that volumes are labelled with is the node's.
bool zones_match(const PodVolumes& volumes, const client::Object& node);

}  // namespace sluice::controllers::scheduler
