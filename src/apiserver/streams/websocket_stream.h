// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/stream.h"
#include "http/message.h"

namespace sluice::apiserver {

// Answers that are streams, for clients that ask for them over a WebSocket.

bool wants_websocket(const http::Request& request);

// A watch: one text message per event. The client's first subprotocol is accepted whatever
// it is, because some give up otherwise.
http::Response watch_over_websocket(const http::Request& request, std::unique_ptr<Stream> events);

// A watch that is over with one event.
http::Response event_over_websocket(const http::Request& request, std::string event);

// A log: in binary messages, or with the subprotocol base64.binary.k8s.io as base64. A null stream
// is an empty log.
http::Response log_over_websocket(const http::Request& request, std::unique_ptr<Stream> log);

}  // namespace sluice::apiserver
