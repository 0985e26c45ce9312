// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "api/kind.h"
#include "base/result.h"

namespace sluice::registry {

// Errors in the words Kubernetes uses, which clients match on.

Error not_found(const api::Kind& kind, const std::string& name);       // pods "x" not found
Error already_exists(const api::Kind& kind, const std::string& name);  // pods "x" already exists
Error conflict(const api::Kind& kind, const std::string& name, const std::string& why);
Error forbidden(const api::Kind& kind, const std::string& name, const std::string& why);

// The object changed since the caller read it.
Error modified(const api::Kind& kind, const std::string& name);

// A uid or resourceVersion the caller insisted on is not the object's.
struct Precondition {
  std::string_view what;  // "UID", "ResourceVersion"
  std::string wanted;
  std::string actual;
};
Error precondition_failed(const api::Kind& kind, const std::string& name,
                          const Precondition& precondition);
Error deletion_refused(const api::Kind& kind, const std::string& name,
                       const Precondition& precondition);  // the same for DELETE

// Pod "x" is invalid: <field>: <message>. `reason` as in ErrorCause.
Error invalid(const api::Kind& kind, const std::string& name, ErrorCause cause);

// An update must say which version of the object it replaces.
Error unconditional(const api::Kind& kind, const std::string& name);

// The head of invalid() in front of what validation says, if it says anything.
Result<void> judged(const api::Kind& kind, const std::string& name, Result<void> validation);

// A document that must say which object it is, for the object `name`.
Error nameless(const std::string& name);

// An option of the request that may not be used so.
Error invalid_option(std::string_view options, ErrorCause cause);

}  // namespace sluice::registry
