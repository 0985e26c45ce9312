// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice {

// Whether a host is an address, of IPv4 or IPv6, and not a name.
bool is_ip_address(const std::string& host);

// As it stands before a port: an address of IPv6 in brackets, everything else as it is.
std::string bracketed(const std::string& host);

}  // namespace sluice
