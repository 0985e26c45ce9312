// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::http {

// How messages are written on the wire (RFC 9112).

enum class Framing { kLength, kChunked, kUntilClose };

// Status line, headers and the empty line. Control characters in values are dropped, so that
// nothing a client sent can end a header early.
std::string response_head(const Response& response, Framing framing, bool keep_alive);

// A header value fit to be sent: control characters are dropped.
std::string without_controls(std::string_view value);

// Appends one chunk; empty input appends nothing, because an empty chunk would end the body.
void append_chunk(std::string_view bytes, std::string& into);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

// An answer the server gives by itself: a short text.
Response plain_response(int status, std::string message);

}  // namespace sluice::http
