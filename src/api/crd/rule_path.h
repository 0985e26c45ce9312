// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// The fieldPath of a rule (".spec.names['a.b']") as Kubernetes writes paths ("spec.names[a.b]").
// Invalid when it is no path of properties and map keys that the schema has.
Result<std::string> rule_field_path(std::string_view path, const json::Value& schema);

}  // namespace sluice::api
