// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "api/meta.h"
#include "base/result.h"
#include "client/client.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::registry {

// "status", or nothing for the main part.
std::string subresource(client::Part part);

// Checks that `object` is meant for what is at `key` now: name and namespace agree (BadRequest),
// and so do uid and resourceVersion where given (Conflict).
Result<void> check_identity(const api::Kind& kind, const api::Key& key, const json::Value& object,
                            const json::Value& current);

// What `object`, taken in and of the same identity, makes of `current` when written to `part`:
// keeps what the caller may not change, and validates.
Result<json::Value> replacement(const api::Kind& kind, client::Part part, json::Value object,
                                const json::Value& current);

}  // namespace sluice::registry
