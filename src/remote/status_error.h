// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace sluice::remote {

// The error a server reported: from a Status object, by its reason and failing that its code…
Error status_error(const json::Value& status, int http_status);

// …or from the body of a refused request, whatever that is.
Error response_error(int http_status, std::string_view body);

}  // namespace sluice::remote
