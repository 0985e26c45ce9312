// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::http {

// The IPv4 address by which other machines know this one: that of its default route. "127.0.0.1"
// when it has none.
std::string own_address();

}  // namespace sluice::http
