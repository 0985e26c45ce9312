// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::pod {

// When Slurm ends the job of a pod, whatever the pod does.
struct TimeLimit {
  WallTime ends{};
  std::int64_t seconds = 0;   // how long the job may take as a whole
  std::int64_t restarts = 0;  // for the run after so many requeues

  friend bool operator==(const TimeLimit&, const TimeLimit&) = default;
};

// limit.json of the attempt's directory. Nothing: the kubelet has not written any.
Result<void> write_limit(const std::filesystem::path& attempt_dir, const TimeLimit& limit);
Result<std::optional<TimeLimit>> read_limit(const std::filesystem::path& attempt_dir);

// What newer releases of Slurm tell every job in its environment ("NAME=value").
std::optional<TimeLimit> limit_in(const std::vector<std::string>& environment);

// What is to be done because the time limit comes near: first people are warned, then, early enough
// for the pod's grace period, its containers are told to end. Of a short limit neither takes more
// than a part. The limit may move. No side effects.
class LimitWatch {
 public:
  enum class Step { kNothing, kWarn, kRelax, kStop };

  LimitWatch(std::int64_t warning_seconds, std::int64_t grace_seconds)
      : warning_(warning_seconds), grace_(grace_seconds) {}

  void set(const TimeLimit& limit) { limit_ = limit; }
  const std::optional<TimeLimit>& limit() const { return limit_; }

  Step step(WallTime now);  // what to do now; ask again until it is kNothing. kStop comes once
  std::optional<WallTime> next() const;
  WallTime stop_at() const;  // there is a limit

 private:
  WallTime warn_at() const;

  std::chrono::seconds warning_;
  std::chrono::seconds grace_;
  std::optional<TimeLimit> limit_;
  bool warned_ = false;
  bool stopped_ = false;
};

}  // namespace sluice::pod
