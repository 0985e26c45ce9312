// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "controllers/nodes/condition_taints.h"
#include "runtime/informer.h"

namespace sluice::controllers::nodes {

// How many nodes of each zone are ready, and what follows for the pods of those that are not. Where
// most nodes seem broken it is rather the network or this process, so pods are left where they are:
// everywhere when no node is ready, and in a small zone of which most are not. Elsewhere one node
// after the other is emptied. Thread-safe.
class Zones {
 public:
  // Counts a change of a node; true when it may mean another verdict about other nodes.
  bool take(const runtime::Change& change);

  struct Verdict {
    Eviction eviction;
    std::optional<Duration> wait = std::nullopt;  // paused only for so long
  };
  Verdict verdict(const client::Object& node, SteadyTime now) const;

  // Pods are being driven away from this node from now on.
  void begun(const client::Object& node, SteadyTime now);

 private:
  enum class State { kNormal, kPartlyBroken, kBroken };
  struct Zone {
    std::size_t ready = 0;
    std::size_t others = 0;
    std::optional<SteadyTime> last_begun = std::nullopt;
  };
  static State state_of(const Zone& zone);
  void count(const client::ObjectPtr& node, int by);
  std::map<std::string, State> states() const;

  mutable std::mutex mutex_;
  std::map<std::string, Zone> zones_;
};

}  // namespace sluice::controllers::nodes
