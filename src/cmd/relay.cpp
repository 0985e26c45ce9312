// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "pod/side_door.h"

namespace sluice::cmd {

int run_relay(const std::vector<std::string>& arguments) {
  std::string uid;
  std::string attempt;
  std::string session;
  const Usage usage{
      .synopsis = "sluice relay --pod UID --attempt NUMBER --session ID",
      .summary =
          "Connects standard input and output with the runner of a pod on this machine. The "
          "kubelet starts it with srun where runners cannot connect to it; people do not.",
      .options = {{"pod", "UID", "the pod's uid", &uid},
                  {"attempt", "NUMBER", "which attempt at it", &attempt},
                  {"session", "ID", "the session that is wanted", &session}},
      .examples = ""};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto number = parse_int(attempt);
  if (uid.empty() || session.empty() || !number) {
    report(Error{Code::kInvalid, "sluice relay needs --pod, --attempt and --session"});
    return kExitUsage;
  }
  const auto relayed = pod::run_relay({uid, *number}, {.session = session});
  if (!relayed) {
    return report(relayed.error());
  }
  return kExitOk;
}

}  // namespace sluice::cmd
