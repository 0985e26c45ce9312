// SPDX-License-Identifier: Apache-2.0
#include "pod/restart.h"

#include <algorithm>

namespace sluice::pod {

std::optional<Duration> RestartRule::delay(std::string_view policy, int exit_code,
                                           std::int64_t failures) const {
  if (policy == "Never" || (policy == "OnFailure" && exit_code == 0)) {
    return std::nullopt;
  }
  if (failures == 0) {
    return Duration(0);
  }
  Duration wait = first;
  for (std::int64_t i = 1; i < failures && wait < longest; ++i) {
    wait *= 2;
  }
  return std::min(wait, longest);
}

std::string_view init_policy(std::string_view policy) {
  return policy == "Never" ? "Never" : "OnFailure";
}

}  // namespace sluice::pod
