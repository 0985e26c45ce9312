// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "controllers/job/indexes.h"
#include "controllers/job/pods.h"
#include "json/value.h"

namespace sluice::controllers::job {

// What a pod adds to the count.
enum class Outcome {
  kNone,       // nothing yet
  kSucceeded,  //
  kFailed,     //
  kIgnored,    // nothing, ever
};
using Judge = std::function<Outcome(const client::Object& pod)>;

// The exactly-once count of a job's finished pods, as Kubernetes keeps it in the job's status:
//   1. the uid of a finished pod is written to status.uncountedTerminatedPods,
//   2. only then does the pod lose its tracking finalizer (and may disappear),
//   3. once it is seen without, its uid is dropped and the counter raised in one write.
// A crash between any two of these loses and doubles nothing. Successes of an indexed job need no
// counting: the indexes that completed are a set. Plain value; pure.
class Tally {
 public:
  // `status` is the job's current one, `pods` all pods it controls; `indexes` is the number of
  // completions of an indexed job.
  Tally(const json::Value& status, const Pods& pods, const Judge& judge,
        std::optional<std::int64_t> indexes = std::nullopt);

  std::int64_t succeeded() const;  // counted or to be counted
  std::int64_t failed() const;
  const Indexes& completed() const { return completed_; }
  bool settled() const {
    return uncounted_succeeded_.empty() && uncounted_failed_.empty() && release_.empty();
  }

  // Writes counters and uncounted uids.
  void store(json::Value& status) const;

  // Pods to free of the finalizer once the status is stored.
  const Pods& to_release() const { return release_; }

 private:
  bool take(const client::Object& pod, Outcome outcome);
  void settle(const json::Value& uids, std::set<std::string>& uncounted, std::int64_t& counter);

  const std::optional<std::int64_t> indexes_;
  Indexes completed_;
  std::int64_t succeeded_ = 0;
  std::int64_t failed_ = 0;
  std::set<std::string> tracked_;  // uids of pods that still have the finalizer
  std::set<std::string> uncounted_succeeded_;
  std::set<std::string> uncounted_failed_;
  Pods release_;
};

}  // namespace sluice::controllers::job
