// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

// Browsers cannot set an Authorization header when they open a WebSocket. Their bearer token comes
// among the subprotocols, as "base64url.bearer.authorization.k8s.io.<token>", beside one that is
// meant. It is for authentication only: nobody else gets to see it, neither as the subprotocol that
// was chosen, nor in a message, nor behind a proxy.

// The token; nothing when there is none. Unauthorized when it does not come as it should.
Result<std::optional<std::string>> websocket_token(const http::Request& request);

// The request without tokens among its subprotocols; nothing when it has none as it is.
std::optional<http::Request> without_websocket_token(const http::Request& request);

}  // namespace sluice::apiserver
