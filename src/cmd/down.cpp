// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>

#include <iostream>

#include "cmd/console.h"
#include "cmd/home.h"
#include "cmd/host_name.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

Result<std::string> stop(const Home& home, std::int64_t patience_seconds) {
  if (!is_held(home)) {
    return "nothing runs on " + home.directory().string();
  }
  TRY_ASSIGN(const Holder holder, read_holder(home));
  if (holder.host != host_name()) {
    return fail(Code::kUnavailable,
                "it runs on " + holder.host + ", not here: run `sluice down` there");
  }
  if (::kill(holder.pid, SIGTERM) != 0) {
    return fail(Code::kForbidden, "cannot stop process " + std::to_string(holder.pid));
  }
  if (!await_release(home, std::chrono::seconds(patience_seconds))) {
    return fail(Code::kTimeout, "process " + std::to_string(holder.pid) + " did not stop within " +
                                    std::to_string(patience_seconds) + " s; see " +
                                    home.log().string());
  }
  return "stopped process " + std::to_string(holder.pid) +
         "; pods that run in Slurm go on, `sluice up` finds them again";
}

}  // namespace

int run_down(const std::vector<std::string>& arguments) {
  std::string home_option;
  std::int64_t timeout = 30;
  const Usage usage{
      .synopsis = "sluice down [options]",
      .summary =
          "Stops the control plane that `sluice up` started. Slurm jobs of running pods go on; the "
          "next\n"
          "`sluice up` on the same directory takes them up again.",
      .options = {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)",
                   &home_option},
                  {"timeout", "SECONDS", "how long to wait for the stop", &timeout}},
      .examples = "  sluice down"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = Home::find(home_option);
  if (!home) {
    return report(home.error());
  }
  const auto stopped = stop(*home, timeout);
  if (!stopped) {
    return report(stopped.error());
  }
  std::cout << *stopped << "\n";
  return kExitOk;
}

}  // namespace sluice::cmd
