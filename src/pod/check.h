// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "pod/check_result.h"
#include "pod/container.h"
#include "pod/lifecycle_spec.h"
#include "pod/network_check.h"

namespace sluice::pod {

// An action that is being done to a container, for a probe or a hook: a child process of the
// runner. exec is a further process in the container; anything else is a fork of the runner that
// does it and says how it went. The runner's loop watches it: it reads what fd() says, reports
// every reaped process, and calls tend() not later than deadline(). Destroyed, it is killed.
class Check {
 public:
  // Begins. Without a timeout it may take as long as it likes. `action` outlives it.
  Check(const Action& action, const Container& container, Purpose purpose,
        std::optional<Duration> timeout, const Clock& clock);
  ~Check();
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  void read_output();
  bool reaped(pid_t pid, int wait_status);  // false: not ours
  void tend();                              // kills what takes too long

  int fd() const { return output_.get(); }
  std::optional<SteadyTime> deadline() const { return result_ ? std::nullopt : deadline_; }
  const std::optional<CheckResult>& result() const { return result_; }  // nothing: not done yet

  static constexpr std::size_t kMostOutput = 10 * 1024;

 private:
  Result<pid_t> begin(const Container& container, Purpose purpose);
  Result<pid_t> fork_off(int output, Purpose purpose) const;
  void finish(CheckResult result);
  void kill() const;
  std::string too_late() const;

  const Action& action_;
  const Clock& clock_;
  std::optional<Duration> timeout_;
  std::optional<SteadyTime> deadline_;
  pid_t pid_ = 0;
  UniqueFd output_;
  std::string text_;
  std::optional<CheckResult> result_;
};

}  // namespace sluice::pod
