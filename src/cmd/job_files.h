// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "json/value.h"

namespace sluice::cmd {

// Files of a SlurmJob as `sluice job submit` takes them. Pure; Invalid names the option.

// An item of spec.inputs: "params.json=configmap/NAME[:KEY]", "…=secret/NAME[:KEY]",
// "…=claim/NAME[:PATH]".
Result<json::Value> input_of(const std::string& text);

// One of spec.results: the same without Secrets, and "…=https://…".
Result<json::Value> result_of(const std::string& text);

}  // namespace sluice::cmd
