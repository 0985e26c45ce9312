// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http2_call.h"
#include "pod/network_check.h"

namespace sluice::pod {

// Asks grpc.health.v1.Health/Check about the service, over HTTP/2 without TLS. Blocks.
CheckResult check_grpc(const NetworkCheck& check);

// What the answer to that call amounts to.
CheckResult grpc_verdict(const http::Http2Answer& answer);

// The call's body: a length-prefixed message with the service's name.
std::string grpc_health_request(std::string_view service);

}  // namespace sluice::pod
