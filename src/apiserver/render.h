// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apiserver/call.h"
#include "base/clock.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Objects in the form the call asked for. Plain JSON answers are spliced from stored texts without
// decoding them.

http::Response object_response(const Call& call, int status, const registry::StoredObject& object,
                               WallTime now);
http::Response list_response(const Call& call, const registry::ListPage& page, WallTime now);

// One line of a watch, line break included.
Result<std::string> event_line(const api::Kind& kind, const Output& output,
                               const registry::Event& event, WallTime now);

// The line that ends a watch with an error.
std::string error_line(const Error& error);

// As Warning headers, which kubectl shows.
void add_warnings(const std::vector<std::string>& warnings, http::Response& response);

}  // namespace sluice::apiserver
