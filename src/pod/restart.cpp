// SPDX-License-Identifier: Apache-2.0
#include "pod/restart.h"

#include <algorithm>

namespace sluice::pod {
namespace {

bool applies(const ExitCodeRule& rule, int exit_code) {
  const bool listed =
      std::find(rule.codes.begin(), rule.codes.end(), exit_code) != rule.codes.end();
  return listed != rule.negated;
}

}  // namespace

bool wants_restart(const Lifecycle& lifecycle, Role role, std::string_view pod_policy,
                   const RunEnd& end) {
  const bool failed = end.exit_code != 0 || end.killed_by_probe;
  if (role == Role::kSidecar || role == Role::kEphemeral) {
    return role == Role::kSidecar;
  }
  if (role == Role::kInit && !failed) {
    return false;
  }
  if (std::any_of(lifecycle.restart_rules.begin(), lifecycle.restart_rules.end(),
                  [&](const ExitCodeRule& rule) { return applies(rule, end.exit_code); })) {
    return true;
  }
  const std::string_view policy =
      lifecycle.restart_policy.empty() ? pod_policy : lifecycle.restart_policy;
  return policy == "Always" || (policy == "OnFailure" && failed);
}

Duration RestartRule::delay(std::int64_t ends) const {
  if (ends == 0) {
    return Duration(0);
  }
  Duration wait = first;
  for (std::int64_t i = 1; i < ends && wait < longest; ++i) {
    wait *= 2;
  }
  return std::min(wait, longest);
}

}  // namespace sluice::pod
