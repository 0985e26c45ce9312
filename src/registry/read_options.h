// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace sluice::registry {

// The options of a list or a watch that only go together in some ways.
struct ReadOptions {
  const std::string& version;
  const std::string& match;
  const std::string& continue_token;
  std::optional<bool> initial_events = {};
};

// Invalid, with all that is wrong.
Result<void> check_list_options(const ReadOptions& options);
Result<void> check_watch_options(const ReadOptions& options);

}  // namespace sluice::registry
