// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "http/client.h"
#include "http/connection.h"
#include "http/openssl.h"

namespace sluice::http {

// How a client reaches its server and writes its requests (RFC 9112).

// Whom it trusts and who it is; null: plain HTTP. Invalid: certificates that cannot be read.
Result<SslContextPtr> client_context(const ClientOptions& options);

Connection::Server server_of(const ClientOptions& options);

// The head, and what of the body is in memory.
std::string request_text(const ClientOptions& options, const ClientRequest& request);

}  // namespace sluice::http
