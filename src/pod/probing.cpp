// SPDX-License-Identifier: Apache-2.0
#include "pod/probing.h"

#include <algorithm>

#include "base/earliest.h"

namespace sluice::pod {

void Probing::end() {
  probes_.end();
  for_each_check([](std::optional<Check>& check) { check.reset(); });
}

void Probing::tend() {
  for (const ProbeKind kind : kProbeKinds) {
    if (check(kind)) {
      check(kind)->tend();
      judge(kind);
    }
  }
  const SteadyTime now = clock_.steady();
  while (const auto kind = probes_.due(now)) {
    const ProbeSpec& probe = probes_.spec(*kind);
    probes_.began(*kind, now);
    check(*kind).emplace(probe.action, container_, Purpose::kProbe,
                         std::chrono::seconds(probe.timeout_seconds), clock_);
    judge(*kind);  // it may not even have begun
  }
}

void Probing::judge(ProbeKind kind) {
  const auto result = check(kind)->result();
  if (!result) {
    return;
  }
  check(kind).reset();
  probes_.ended(kind, result->outcome, clock_.steady());
  if (result->outcome != Outcome::kSuccess) {
    tell_(kind, *result);
  }
}

bool Probing::reaped(pid_t pid, int wait_status) {
  return std::any_of(checks_.begin(), checks_.end(), [&](std::optional<Check>& check) {
    return check && check->reaped(pid, wait_status);
  });
}

std::optional<SteadyTime> Probing::next() const {
  std::optional<SteadyTime> next = probes_.next();
  for (const std::optional<Check>& check : checks_) {
    next = earlier(next, check ? check->deadline() : std::nullopt);
  }
  return next;
}

void Probing::for_each_check(const std::function<void(std::optional<Check>&)>& visit) {
  std::for_each(checks_.begin(), checks_.end(), visit);
}

}  // namespace sluice::pod
