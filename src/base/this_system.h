// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace sluice {

// What this machine is, as Nodes show it.

std::string system_architecture();  // "amd64"
std::string system_name();          // "Debian GNU/Linux 12 (bookworm)", from os-release(5)
std::string kernel_release();
std::int64_t system_cpus();
std::int64_t system_memory_mib();

}  // namespace sluice
