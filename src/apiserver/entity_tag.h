// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "http/message.h"

namespace sluice::apiserver {

// Whether the client has this version already (If-None-Match).
bool has_version(const http::Request& request, const std::string& tag);

// Adds the body's digest as ETag; becomes 304 without a body when the client has it.
http::Response tagged(const http::Request& request, http::Response response);

// The same with a tag that is known already.
http::Response tagged(const http::Request& request, http::Response response,
                      const std::string& tag);

}  // namespace sluice::apiserver
