// SPDX-License-Identifier: Apache-2.0
#include "watchdog.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

// Of the sanitizers, where there are any.
extern "C" {
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which they ask
const char* __asan_default_options();
}

static_assert(sluice::fuzz::kMostMegabytes == 1024);
const char* __asan_default_options() {
  return "hard_rss_limit_mb=1024";
}

namespace sluice::fuzz {
namespace {

// Globals because signal handlers have nothing else. Written before an input runs, read after.
std::array<char, 4096> how_to_repeat;
int how_to_repeat_size = 0;
const char* program_name = "";
const char* seed_directory = "";

// Only what a signal handler may call.
void say(const char* text, int size) {
  if (::write(STDERR_FILENO, text, static_cast<std::size_t>(size)) < 0) {
    return;
  }
}

void say_how_to_repeat() {
  say(how_to_repeat.data(), how_to_repeat_size);
  how_to_repeat_size = 0;  // once
}

void on_fault(int signal) {
  say_how_to_repeat();
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

void on_timeout(int) {
  constexpr std::string_view kWhy = "an input takes more CPU time than it may\n";
  say(kWhy.data(), kWhy.size());
  std::abort();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;  // the other one may be exhausted
  ::sigaction(signal, &action, nullptr);
}

void use_another_stack() {
  static std::array<char, 64 * 1024> stack;
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  ::sigaltstack(&alternative, nullptr);
}

}  // namespace

void watch(const char* program, const char* seeds) {
  program_name = program;
  seed_directory = seeds;
  handle(SIGABRT, on_fault);
  handle(SIGPROF, on_timeout);
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(say_how_to_repeat);
    return;  // it limits memory too, and needs address space without limit
  }
  use_another_stack();
  handle(SIGSEGV, on_fault);
  handle(SIGFPE, on_fault);
  const rlim_t bytes = kMostMegabytes << 20U;
  const rlimit memory{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &memory);
}

void watch_input(const Choice& choice) {
  how_to_repeat_size =
      std::snprintf(how_to_repeat.data(), how_to_repeat.size(),
                    "this input alone: %s %s --repeat %u:%s:%u\n", program_name, seed_directory,
                    choice.seed, choice.form == Form::kLarge ? "large" : "small", choice.number);
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = kMostSeconds, .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

}  // namespace sluice::fuzz
