// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "http/message.h"

namespace sluice::http {

// Whether a boolean query parameter is set: present, and neither "0" nor "false".
bool flag(const Target& target, std::string_view name);

}  // namespace sluice::http
