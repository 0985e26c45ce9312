// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "http/message.h"

namespace sluice::http {

struct Http2Request {
  std::string method = "POST";
  std::string authority;
  std::string path;
  Headers headers;  // names in lower case
  std::string body;
};

struct Http2Answer {
  int status = 0;
  Headers headers;  // of the head and of the trailer
  std::string body;
};

// One request over HTTP/2 without TLS, both sides knowing that it is spoken (RFC 9113 section 3.3),
// on a connection of its own. Blocks. Timeout at the deadline; Unavailable when the server does not
// speak HTTP/2, breaks off, or sends more than `most` bytes.
Result<Http2Answer> http2_call(UniqueFd connection, const Http2Request& request, std::size_t most,
                               SteadyTime deadline);

}  // namespace sluice::http
