// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::pod {

// The machine this process runs on, as pods show it.
std::string host_name();

// Its first IPv4 address that is not loopback; "127.0.0.1" when there is none.
std::string host_address();

}  // namespace sluice::pod
