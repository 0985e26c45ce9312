// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::cmd {

// Of this machine, as it calls itself.
std::string host_name();

}  // namespace sluice::cmd
