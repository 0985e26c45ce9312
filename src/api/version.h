// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::api {

// The Kubernetes release whose API we speak, as servers and nodes of ours show it.
inline constexpr std::string_view kVersion = "v1.35.8+sluice";

}  // namespace sluice::api
