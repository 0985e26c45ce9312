// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "auth/attributes.h"
#include "http/message.h"
#include "http/query.h"

namespace sluice::apiserver {

// What a request wants, as its method and URL say it; authorization and routing both read this.
using RequestInfo = auth::Attributes;

// Understands /api/v1/… and /apis/{group}/{version}/…, with or without /namespaces/{ns}.
RequestInfo request_info(const http::Request& request);

using http::flag;

}  // namespace sluice::apiserver
