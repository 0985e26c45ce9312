// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "api/meta.h"
#include "api/part_strategy.h"
#include "base/result.h"
#include "client/client.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::registry {

// Checks that `object` is meant for what is at `key` now: name and namespace agree (BadRequest),
// and so do uid and resourceVersion where given (Conflict).
Result<void> check_identity(const api::Kind& kind, const api::Key& key, const json::Value& object,
                            const json::Value& current);

// NotFound unless the kind has that subresource; the empty one it always has.
Result<void> check_served(const api::Kind& kind, const std::string& subresource);

// What `object`, taken in and of the same identity, makes of `current`: keeps what the caller may
// not change, and validates.
Result<json::Value> replacement(const api::PartWrite& write, json::Value object,
                                const json::Value& current);

}  // namespace sluice::registry
