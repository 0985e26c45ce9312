// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::http {

// The text that both ends of a SPDY/3 connection prime their header compression with. Thread-safe.
const std::string& spdy_dictionary();

}  // namespace sluice::http
