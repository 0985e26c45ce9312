// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "client/client.h"
#include "json/value.h"

namespace sluice::registry {

// Whether it has the form that its type asks for: BadRequest in the words of Go's decoder.
Result<void> check_patch_body(const client::Patch& patch);

// What a JSON patch makes of `current`. Why one does not fit is not told, nor about which object.
Result<json::Value> json_patched(const json::Value& operations, const json::Value& current);

}  // namespace sluice::registry
