// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"

namespace sluice::pod {

// When a container that ended is started again: at once the first time, then after 10 s, 20 s, …
// up to 5 min; a run of 10 min clears the record.
struct RestartRule {
  Duration first = std::chrono::seconds(10);
  Duration longest = std::chrono::minutes(5);
  Duration forgiven_after = std::chrono::minutes(10);

  // `failures` counts ends since the record was last clear, this one not included. Nothing: the
  // policy ("Never", "OnFailure", "Always") wants no further run.
  std::optional<Duration> delay(std::string_view policy, int exit_code,
                                std::int64_t failures) const;
};

// The policy for init containers: success always means done.
std::string_view init_policy(std::string_view policy);

}  // namespace sluice::pod
