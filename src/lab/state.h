// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/processes.h"
#include "base/result.h"
#include "lab/lab.h"
#include "lab/layout.h"

namespace sluice::lab {

// What a lab remembers about itself between commands. A value.
struct State {
  LabOptions options;
  std::string cluster;                                     // ClusterName
  bool ready = false;                                      // false: `up` did not come to its end
  std::map<std::string, std::int64_t, std::less<>> ports;  // by daemon name
  std::map<std::string, ProcessId, std::less<>> daemons;   // by daemon name

  std::int64_t port(std::string_view daemon) const {
    const auto found = ports.find(daemon);
    return found == ports.end() ? 0 : found->second;
  }
};

// "n1", "n2", ...
std::string node_name(std::int64_t index);

// Unique to the directory, and a legal ClusterName.
std::string cluster_name(const Layout& layout);

// One "key words" line per fact. Reading fails with NotFound when there is no lab, Invalid when the
// file is not what we wrote.
std::string to_text(const State& state);
Result<State> parse_state(std::string_view text);
Result<State> load_state(const Layout& layout);
Result<void> save_state(const Layout& layout, const State& state);

}  // namespace sluice::lab
