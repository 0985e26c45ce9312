// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

// The Kubernetes release whose API this server speaks, as /version shows it.
inline constexpr std::string_view kKubernetesVersion = "v1.35.8";

json::Value version_document();

// /healthz, /livez, /readyz and their checks; nothing for other paths. The server answers only
// while it works, so every check it knows passes.
std::optional<http::Response> health_response(const http::Target& target);

}  // namespace sluice::apiserver
