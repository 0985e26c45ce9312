// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

json::Value version_document();

// /healthz, /livez, /readyz and their checks; nothing for other paths. The server answers only
// while it works, so every check it knows passes.
std::optional<http::Response> health_response(const http::Target& target);

}  // namespace sluice::apiserver
