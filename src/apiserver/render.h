// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apiserver/call.h"
#include "base/clock.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Objects in the form the call asked for. Plain JSON answers are spliced from stored texts without
// decoding them; protobuf lists hold one decoded object at a time.

http::Response object_response(const Call& call, int status, const registry::StoredObject& object,
                               WallTime now);
http::Response list_response(const Call& call, const registry::ListPage& page, WallTime now);

// One object in the form asked for, as a document.
json::Value transform(const api::Kind& kind, const Output& output, const json::Value& object,
                      WallTime now);


}  // namespace sluice::apiserver
