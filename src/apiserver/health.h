// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

json::Value version_document();

// /healthz, /livez, /readyz and their checks; nothing for other paths. A server that answers works,
// but for its store, which may refuse writes: 500 then. Why, only who may ask for the very check is
// told.
std::optional<http::Response> health_response(const http::Target& target,
                                              const Result<void>& store);

}  // namespace sluice::apiserver
