// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "containers/runtime.h"

namespace sluice::pod {

// A runtime for tests whose processes exist only as numbers, in the order of their starts: what
// follows what is tested without any. A further process in a container stands there with its
// command: "main: check".
class CountingRuntime final : public containers::Runtime {
 public:
  std::string_view name() const override { return "counting"; }
  Result<containers::Notes> enter(const containers::Sandbox&) override {
    return containers::Notes{};
  }
  Result<void> join(const containers::Sandbox&, pid_t) override { return {}; }
  Result<containers::Started> start(const containers::Launch& launch) override {
    targets[launch.name] = launch.processes_of;
    return add(launch, launch.name);
  }
  Result<containers::Started> execute(pid_t, const containers::Launch& launch) override {
    return add(launch, launch.name + ": " + (launch.argv.empty() ? "" : launch.argv.back()));
  }

  // The n-th process from 1, above any real process id.
  static pid_t pid(std::size_t number) { return (1 << 29) + static_cast<pid_t>(number); }

  containers::Notes notes;  // of every start
  std::vector<std::string> started;
  std::map<std::string, pid_t> targets;  // whose processes it was to see; 0: its own

 private:
  Result<containers::Started> add(const containers::Launch& launch, std::string text) {
    if (launch.argv.empty()) {
      return fail(Code::kInvalid, "no command");
    }
    started.push_back(std::move(text));
    return containers::Started{.pid = pid(started.size()), .terminal = {}, .notes = notes};
  }
};

}  // namespace sluice::pod
