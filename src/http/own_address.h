// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::http {

// The IPv4 address by which other machines know this one: that of its default route. "127.0.0.1"
// when it has none.
std::string own_address();

// The address with which this machine reaches that host, by which the host reaches it; that of its
// default route when the host has none that is known.
std::string own_address_towards(const std::string& host);

}  // namespace sluice::http
