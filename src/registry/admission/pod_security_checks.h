// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace sluice::registry {

// The levels of the Pod Security Standards, each including the one before.
enum class SecurityLevel { kPrivileged, kBaseline, kRestricted };

// What a pod does that its level does not allow, in upstream's words: a reason, "hostPort", and
// what it is about, `container "c" uses hostPort 80`.
struct SecurityViolation {
  std::string reason;
  std::string detail;
};

// Of a pod or a template by the standards of a version, "v1.30" or "latest". In upstream's order:
// the checks of the baseline first.
std::vector<SecurityViolation> security_violations(SecurityLevel level, std::string_view version,
                                                   const json::Value& pod);

}  // namespace sluice::registry
