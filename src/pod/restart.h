// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "base/clock.h"
#include "pod/lifecycle_spec.h"

namespace sluice::pod {

// What a container is to its pod.
enum class Role { kInit, kSidecar, kMain, kEphemeral };

struct RunEnd {
  int exit_code = 0;
  bool killed_by_probe = false;
};

// Whether a container whose run ended so is started again: by its own rules and policy, else by the
// pod's policy ("Never", "OnFailure", "Always"). What a probe killed has failed, whatever its exit
// code.
bool wants_restart(const Lifecycle& lifecycle, Role role, std::string_view pod_policy,
                   const RunEnd& end);

// How long a restart is waited for: not at all the first time, then 10 s, 20 s, … up to 5 min; a
// run of 10 min clears the record.
struct RestartRule {
  Duration first = std::chrono::seconds(10);
  Duration longest = std::chrono::minutes(5);
  Duration forgiven_after = std::chrono::minutes(10);

  // `ends` counts those since the record was last clear, this one not included.
  Duration delay(std::int64_t ends) const;
};

}  // namespace sluice::pod
