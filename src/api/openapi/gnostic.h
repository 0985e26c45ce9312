// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "json/value.h"

namespace sluice::api {

// An OpenAPI version 2 document as the protobuf message openapi.v2.Document (gnostic), the only
// form in which Go clients of the discovery API read it.
std::string to_gnostic(const json::Value& document);

// The same for version 3: openapi.v3.Document.
std::string to_gnostic_v3(const json::Value& document);

}  // namespace sluice::api
