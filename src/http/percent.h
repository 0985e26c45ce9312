// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::http {

enum class Plus { kLiteral, kSpace };

// What the escapes of a URL stand for (RFC 3986 section 2.1). BadRequest quotes a bad one.
Result<std::string> percent_decode(std::string_view text, Plus plus = Plus::kLiteral);

}  // namespace sluice::http
