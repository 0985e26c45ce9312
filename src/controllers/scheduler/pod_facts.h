// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/host_ports.h"
#include "api/quota/amounts.h"
#include "client/client.h"
#include "controllers/scheduler/pod_term.h"

namespace sluice::controllers::scheduler {

// What a pod means for the places of others, read from it once. Immutable value; small, for there
// is one for every pod on a node.
struct PodFacts {
  api::Key key;
  std::string uid;
  std::string node;       // empty: none yet
  std::string nominated;  // node that was emptied for it
  std::int64_t priority = 0;
  std::string started;     // RFC 3339; empty: not yet
  bool leaving = false;    // being deleted
  bool preempted = false;  // being deleted to make room
  json::Value labels;
  api::quota::Amounts requests;
  std::int64_t cpu_share = 0;  // milli; what a container that asks for none is thought to take
  std::int64_t memory_share = 0;
  std::vector<api::HostPort> ports;
  std::vector<PodTerm> affinity;       // required
  std::vector<PodTerm> anti_affinity;  // required
  std::vector<PodTerm> preferences;    // both kinds
  std::vector<std::string> claims;     // names
};
using PodFactsPtr = std::shared_ptr<const PodFacts>;

PodFacts read_pod(const client::Object& pod);

// Whether the pod takes up room where it is: bound, and not over.
bool occupies(const client::Object& pod);

// Nothing that read_pod() reads differs. Cheap: it does not compare whole specs.
bool same_facts(const client::Object& before, const client::Object& after);

}  // namespace sluice::controllers::scheduler
