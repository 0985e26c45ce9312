// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::http {

// `text` as gzip (RFC 1952), at the speed end of its levels.
std::string gzip(std::string_view text);

// The response with its body as gzip, when the request accepts that and the body is large enough to
// be worth it: more than 128 KiB. Streams stay as they are.
Response compressed(const Request& request, Response response);

}  // namespace sluice::http
