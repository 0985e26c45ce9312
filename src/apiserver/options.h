// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "apiserver/call.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Query parameters as the registry's requests. BadRequest or Invalid names the parameter and what
// it may be.

Result<registry::ListRequest> list_request(const Call& call);
Result<registry::WatchRequest> watch_request(const Call& call);

// timeoutSeconds of a watch; nothing when not given.
Result<std::optional<std::chrono::seconds>> watch_timeout(const Call& call);

// `type` is the name of the options in messages: "CreateOptions".
Result<registry::WriteOptions> write_options(const Call& call, std::string_view type);

// Those of PATCH, and whether it is to force its way.
struct PatchOptions {
  registry::WriteOptions write;
  bool force = false;
};
Result<PatchOptions> patch_options(const Call& call, client::PatchType type);

// From the body (DeleteOptions as decode_delete_options gives them) and, where that is silent, the
// query.
Result<registry::RemoveRequest> remove_request(const Call& call, json::Value options);

// The old way to say what becomes of dependents, from the same places; nothing: not said.
std::optional<bool> orphan_dependents(const Call& call, const json::Value& body);

}  // namespace sluice::apiserver
