// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::cmd {

// Of this process's environment; empty: it is not set, or to nothing.
std::string variable(const char* name);

// $TMPDIR or /tmp.
std::string temporary_directory();

}  // namespace sluice::cmd
