// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/kind.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

// What admission sees of a request to connect: PodExecOptions and the like, made of its query.
// Null when the subresource is nothing that is connected to.
json::Value connect_options(const api::Kind& kind, std::string_view subresource,
                            const http::Target& target);

}  // namespace sluice::apiserver
