// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::apiserver {

// Tells versions of a document apart; for caches, not against forgery.
std::string fingerprint(std::string_view text);

// Whether the client has this version already (If-None-Match).
bool has_version(const http::Request& request, const std::string& tag);

// Adds the body's fingerprint as ETag; becomes 304 without a body when the client has it.
http::Response tagged(const http::Request& request, http::Response response);

}  // namespace sluice::apiserver
