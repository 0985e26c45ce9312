// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::registry {

// Every value has its type, and unknown fields are handled as asked. Returns warnings for the
// caller. BadRequest when it is no such document.
Result<std::vector<std::string>> check_fields(const api::Kind& kind, json::Value& object,
                                              const WriteOptions& options);

// From a decoded body to a document of the kind in the form it is stored in: apiVersion and kind
// agree, every value has its type, unknown fields are handled as asked, what was left out is
// defaulted. Returns warnings for the caller. BadRequest when it is no such document, Invalid when
// it is nested too deeply.
Result<std::vector<std::string>> take_in(const api::Kind& kind, json::Value& object,
                                         const WriteOptions& options);

}  // namespace sluice::registry
