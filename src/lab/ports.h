// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace sluice::lab {

// `count` different TCP ports nobody listens on now, below the range the kernel gives to outgoing
// connections, starting at a random place so that labs started together do not meet.
Result<std::vector<std::int64_t>> free_ports(std::int64_t count);

// Whether something accepts connections there.
bool accepts(const std::string& address, std::int64_t port);
bool accepts(const std::filesystem::path& unix_socket);

}  // namespace sluice::lab
