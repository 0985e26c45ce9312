// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "cmd/console.h"

namespace sluice::cmd {

// What every command that stays needs.

// The signals that ask for a stop, blocked in every thread so that one can wait for them. Before
// other threads start.
sigset_t block_stop_signals();

// A command that does nothing but stay until it is told to stop: `run` returns then.
template <class Options>
int run_service(const std::vector<std::string>& arguments, Usage (&usage)(Options&),
                Result<int> (&run)(const Options&, const sigset_t&)) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto code = run(options, block_stop_signals());
  return code ? *code : report(code.error());
}

// Invalid names what was expected.
Result<log::Level> parse_level(const std::string& name);

}  // namespace sluice::cmd
