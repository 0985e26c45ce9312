// SPDX-License-Identifier: Apache-2.0
#include "cmd/service.h"

#include <pthread.h>

namespace sluice::cmd {

sigset_t block_stop_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

Result<log::Level> parse_level(const std::string& name) {
  if (name == "debug") return log::Level::kDebug;
  if (name == "info") return log::Level::kInfo;
  if (name == "warning") return log::Level::kWarning;
  if (name == "error") return log::Level::kError;
  return fail(Code::kInvalid,
              "log-level: expected debug, info, warning or error, got \"" + name + "\"");
}

}  // namespace sluice::cmd
