// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <string>

#include "base/log.h"
#include "base/result.h"

namespace sluice::cmd {

// What every command that stays needs.

// The signals that ask for a stop, blocked in every thread so that one can wait for them. Before
// other threads start.
sigset_t block_stop_signals();

// Invalid names what was expected.
Result<log::Level> parse_level(const std::string& name);

}  // namespace sluice::cmd
