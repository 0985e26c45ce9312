// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "controllers/job/pods.h"
#include "json/value.h"

namespace sluice::controllers::job {

// The exactly-once count of a job's finished pods, as Kubernetes keeps it in the job's status:
//   1. the uid of a finished pod is written to status.uncountedTerminatedPods,
//   2. only then does the pod lose its tracking finalizer (and may disappear),
//   3. once it is seen without, its uid is dropped and the counter raised in one write.
// A crash between any two of these loses and doubles nothing. Plain value; pure.
class Tally {
 public:
  // `status` is the job's current one, `pods` all pods it controls.
  Tally(const json::Value& status, const Pods& pods, bool deleted_fails);

  std::int64_t succeeded() const;  // counted or to be counted
  std::int64_t failed() const;
  bool settled() const { return uncounted_succeeded_.empty() && uncounted_failed_.empty(); }

  // Writes counters and uncounted uids.
  void store(json::Value& status) const;

  // Pods to free of the finalizer once the status is stored.
  const Pods& to_release() const { return release_; }

 private:
  void settle(const json::Value& uids, std::set<std::string>& uncounted, std::int64_t& counter);

  std::int64_t succeeded_ = 0;
  std::int64_t failed_ = 0;
  std::set<std::string> tracked_;  // uids of pods that still have the finalizer
  std::set<std::string> uncounted_succeeded_;
  std::set<std::string> uncounted_failed_;
  Pods release_;
};

}  // namespace sluice::controllers::job
