// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "api/kind.h"
#include "api/openapi/dialect.h"
#include "json/value.h"

namespace sluice::api {

// The URLs of the kinds with their operations and query parameters. kubectl looks for the PATCH
// operation of a kind and its parameters to learn what the server can do.
json::Value paths(std::span<const Kind> kinds, OpenApi dialect);

}  // namespace sluice::api
