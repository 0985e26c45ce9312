// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::controllers::nodes {

// For how long nodes have given no sign of life, by this process's own clock: what a node writes is
// only compared with what it wrote before, and before that nothing counts as silence. Thread-safe.
class Heartbeats {
 public:
  // The node's lease, null when there is none, and its Ready condition are the signs.
  Duration silence(const client::Object& node, const client::Object* lease, SteadyTime now);

  void forget(const std::string& node);

 private:
  struct Beat {
    std::string sign;
    SteadyTime at;
  };
  std::mutex mutex_;
  std::map<std::string, Beat> last_;  // by node
};

// The status of a node that is silent: nobody knows how it is.
json::Value silent_status(const client::Object& node, WallTime now);

}  // namespace sluice::controllers::nodes
