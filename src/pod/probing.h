// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "pod/check.h"
#include "pod/container.h"
#include "pod/probes.h"

namespace sluice::pod {

// Probes a running container: begins the checks that are due, watches them and hands every result
// to Probes. Used by the runner's thread only; the container outlives it.
class Probing {
 public:
  // Every result that is more than a plain success, for people to know.
  using Tell = std::function<void(ProbeKind kind, const CheckResult& result)>;

  Probing(const Container& container, const Clock& clock, Tell tell)
      : container_(container),
        clock_(clock),
        tell_(std::move(tell)),
        probes_(container.spec().lifecycle) {}

  void begin() { probes_.begin(clock_.steady()); }  // the container runs
  void end();                                       // it does not: no check outlives it
  void stop_killing() { probes_.stop_killing(); }

  void tend();
  bool reaped(pid_t pid, int wait_status);  // false: not ours
  const Probes& probes() const { return probes_; }
  std::optional<SteadyTime> next() const;
  void for_each_check(const std::function<void(std::optional<Check>&)>& visit);

 private:
  void judge(ProbeKind kind);
  std::optional<Check>& check(ProbeKind kind) { return checks_[static_cast<std::size_t>(kind)]; }

  const Container& container_;
  const Clock& clock_;
  const Tell tell_;
  Probes probes_;
  std::array<std::optional<Check>, 3> checks_;  // by kind
};

}  // namespace sluice::pod
