// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// In double quotes with Go's escapes, as messages of Go programs show text.
std::string go_quoted(std::string_view text);

}  // namespace sluice
