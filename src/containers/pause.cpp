// SPDX-License-Identifier: Apache-2.0
#include "containers/pause.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <climits>

#include "containers/process.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

[[noreturn]] void wait_forever() {
  ::signal(SIGCHLD, SIG_IGN);  // the kernel reaps what ends here
  while (true) {
    ::pause();
  }
}

}  // namespace

Result<pid_t> start_pause() {
  TRY_ASSIGN(const Started started, spawn({}, [](const Channel& channel) -> Error {
               become_a_plain_process();
               ::prctl(PR_SET_NAME, "pause", 0, 0, 0);
               ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
               die_with_starter(channel);
               ::close_range(0, UINT_MAX, 0);
               wait_forever();
             }));
  return started.pid;
}

}  // namespace sluice::containers
