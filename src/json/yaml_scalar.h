// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "json/value.h"

namespace sluice::json {

// The value an unquoted YAML scalar stands for: null, boolean, number or text, by the YAML 1.1
// rules that Kubernetes uses ("yes" and "on" are true, "0777" is octal).
Value resolve_plain_scalar(std::string_view text);

}  // namespace sluice::json
