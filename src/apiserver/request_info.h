// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "auth/attributes.h"
#include "http/message.h"

namespace sluice::apiserver {

// What a request wants, as its method and URL say it; authorization and routing both read this.
using RequestInfo = auth::Attributes;

// Understands /api/v1/… and /apis/{group}/{version}/…, with or without /namespaces/{ns}.
RequestInfo request_info(const http::Request& request);

// Whether a boolean query parameter is set: present, and neither "0" nor "false".
bool flag(const http::Target& target, std::string_view name);

}  // namespace sluice::apiserver
