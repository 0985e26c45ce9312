// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "api/meta.h"
#include "base/clock.h"

namespace sluice::controllers::owned {

// Pods whose creation or deletion was asked for but is not yet seen in the informer's copy. While
// there are any, that copy must not be used to decide how many to create: that is how a lagging
// watch can never lead to a second pod. Pods are known by name, which the controller chooses before
// it creates them. Thread-safe.
class Expectations {
 public:
  explicit Expectations(Clock& clock) : clock_(clock) {}

  // Before the request is sent.
  void expect(const api::Key& owner, const std::string& pod);

  // It was seen, or the request failed.
  void met(const api::Key& owner, const std::string& pod);

  // How long to wait for what is missing; zero: nothing is. A pod created and deleted while the
  // watch was interrupted is never seen, so the wait for one ends after five minutes.
  Duration remaining(const api::Key& owner);

 private:
  Clock& clock_;
  std::mutex mutex_;
  std::map<api::Key, std::map<std::string, SteadyTime>> pending_;  // pod name -> give up
};

}  // namespace sluice::controllers::owned
