// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "auth/rbac.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::auth {

// Whether writing `object` in place of `current` (null: a new one) would hand out permissions that
// `user` does not have. Roles may hold what the user may do, or anything with the verb escalate;
// bindings may refer to such roles, or to any with the verb bind. Forbidden in upstream's words;
// other kinds are always fine.
Result<void> check_escalation(const Rbac& rbac, const User& user, const json::Value& object,
                              const json::Value* current);

}  // namespace sluice::auth
