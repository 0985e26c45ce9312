// SPDX-License-Identifier: Apache-2.0
#include "cmd/led_process.h"

#include <unistd.h>

#include <thread>

#include "base/log.h"
#include "base/random.h"
#include "cmd/console.h"
#include "cmd/host_name.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

constexpr std::chrono::seconds kStopWithin{20};

// Ends the wait for signals in the main thread.
void ask_to_stop() {
  ::kill(::getpid(), SIGTERM);
}

}  // namespace

LedProcess::LedProcess(std::unique_ptr<client::Client> client, Options options)
    : client_(std::move(client)),
      leadership_(*client_, clock_,
                  {.lease = options.lease, .identity = host_name() + "_" + random_uuid()},
                  [this] {
                    failed_ = true;
                    ask_to_stop();
                  }),
      informers_(*client_, clock_),
      manager_(clock_),
      ready_(options.ready) {
  if (options.elect) {
    manager_.add(leadership_);
  }
  manager_.add(informers_);
}

int LedProcess::run(const sigset_t& signals, const std::function<Result<void>()>& prepare) {
  const std::jthread starter([&] { start(prepare); });
  int received = 0;
  ::sigwait(&signals, &received);
  log::info("stopping", {{"signal", std::to_string(received)}});
  if (const auto stopped = manager_.stop(kStopWithin); !stopped) {
    log::error("not everything stopped in time", {{"error", stopped.error().message}});
    ::_exit(kExitFailure);
  }
  return failed_ ? kExitFailure : kExitOk;
}

void LedProcess::start(const std::function<Result<void>()>& prepare) {
  auto started = prepare ? prepare() : Result<void>();
  if (started) {
    started = manager_.start();
  }
  if (started) {
    log::info(ready_);
  } else if (started.error().code != Code::kCancelled) {
    failed_ = true;
    report(started.error());
    ask_to_stop();
  }
}

}  // namespace sluice::cmd
