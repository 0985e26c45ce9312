// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/clock.h"
#include "controllers/job/indexes.h"
#include "controllers/job/pods.h"

namespace sluice::controllers::job {

// How often each index of a job with backoffLimitPerIndex has failed. Every pod says how often its
// index had failed before it; the latest failed one is the only memory of that, so it must stay
// until its successor exists. Empty for other jobs. Plain value; pure.
class IndexFailures {
 public:
  IndexFailures(const client::Object& job, const Pods& pods, bool deleted_fails);

  // Indexes that will not be tried again.
  const Indexes& failed() const { return failed_; }

  std::int64_t count(std::int64_t index) const;  // of those that still may

  // How long after `now` a new pod for the index may be created.
  Duration backoff(std::int64_t index, WallTime now) const;

  bool must_stay(const client::Object& pod) const;

 private:
  struct Latest {
    client::ObjectPtr pod;
    std::int64_t failures = 0;
  };

  void take(const client::Object& job, const client::ObjectPtr& pod);

  Indexes failed_;
  std::map<std::int64_t, Latest> latest_;  // failed pod of an index without successor
};

}  // namespace sluice::controllers::job
