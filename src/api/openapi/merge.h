// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "json/value.h"

namespace sluice::api {

// Adds to a version 2 document the paths of another one that begin with `prefix`, and the
// definitions they lead to. Paths that are there stay. A definition that is there under its name
// but says something else comes under a name of its own.
void merge_openapi_v2(json::Value& into, const json::Value& other, std::string_view prefix);

}  // namespace sluice::api
