// SPDX-License-Identifier: Apache-2.0
//
// `sluice up`: takes the home, goes into the background, starts the control plane, tells the
// terminal that it is ready (or why not), and stays until SIGTERM or SIGINT.
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>

#include "base/files.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "cmd/console.h"
#include "cmd/control_plane.h"
#include "cmd/daemon.h"
#include "cmd/home.h"
#include "cmd/identity.h"
#include "cmd/service.h"
#include "cmd/settings.h"
#include "cmd/subcommand.h"
#include "cmd/up_options.h"

namespace sluice::cmd {
namespace {

std::string welcome(const Home& home, const ControlPlane& plane) {
  return "Kubernetes is up at " + plane.url() + " (process " + std::to_string(::getpid()) +
         ")\n  export KUBECONFIG=" + home.kubeconfig().string() + "\n  kubectl get nodes";
}

// What a large answer took goes back to the system. Left to itself, the allocator takes the first
// large block that is freed for a sign to keep all of that size.
void give_large_blocks_back() {
  constexpr int kLarge = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
}

// Everything that is done before the terminal is told.
Result<std::unique_ptr<ControlPlane>> start(const UpOptions& options, const Home& home,
                                            const HomeLock& lock, Clock& clock) {
  TRY(lock.announce(home, format_rfc3339(clock.now())));
  TRY_ASSIGN(Identity identity, establish_identity(home, options.listen, clock));
  return ControlPlane::start(options, home, std::move(identity), clock);
}

int stay(ControlPlane& plane, const sigset_t& signals) {
  int received = 0;
  ::sigwait(&signals, &received);
  log::info("stopping", {{"signal", std::to_string(received)}});
  if (const auto stopped = plane.stop(); !stopped) {
    log::error("not everything stopped in time", {{"error", stopped.error().message}});
    ::_exit(kExitFailure);
  }
  log::info("stopped");
  return kExitOk;
}

int run_foreground(const UpOptions& options, const Home& home, const HomeLock& lock) {
  const sigset_t signals = block_stop_signals();
  RealClock clock;
  auto plane = start(options, home, lock, clock);
  if (!plane) {
    return report(plane.error());
  }
  std::cerr << welcome(home, **plane) << "\n";
  return stay(**plane, signals);
}

int run_background(const UpOptions& options, const Home& home, const HomeLock& lock) {
  auto fork = Fork::into_background(home.log());
  if (!fork) {
    return report(fork.error());
  }
  if (!fork->in_child()) {
    std::cout << fork->message << "\n";
    return kExitOk;
  }
  const sigset_t signals = block_stop_signals();
  RealClock clock;
  auto plane = start(options, home, lock, clock);
  if (!plane) {
    log::error("cannot start", {{"error", plane.error().message}});
    fork->daemon.failed(plane.error().message);
    return kExitFailure;
  }
  fork->daemon.ready(welcome(home, **plane));
  return stay(**plane, signals);
}

// Home and settings file first, because the file is in the home; then the command line again, so
// that it wins.
Result<Home> configure(UpOptions& options, const std::vector<std::string>& arguments) {
  TRY_ASSIGN(Home home, Home::find(options.home));
  TRY(home.prepare());
  TRY(load_settings(up_usage(options), home.config()));
  TRY(parse_options(up_usage(options), arguments));
  TRY_ASSIGN(const log::Level level, parse_level(options.log_level));
  log::set_level(level);
  return home;
}

}  // namespace

int run_up(const std::vector<std::string>& arguments) {
  UpOptions options;
  const Parsed parsed = parse_or_explain(up_usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = configure(options, arguments);
  if (!home) {
    return report(home.error());
  }
  give_large_blocks_back();
  const auto lock = HomeLock::take(*home);
  if (!lock) {
    return report(lock.error());
  }
  return options.foreground ? run_foreground(options, *home, *lock)
                            : run_background(options, *home, *lock);
}

}  // namespace sluice::cmd
