// SPDX-License-Identifier: Apache-2.0
#include "pod/container.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "pod/host.h"

namespace sluice::pod {
namespace {

constexpr int kStartErrorExitCode = 128;

bool names(const std::string& entry, const std::string& variable) {
  return entry.size() > variable.size() && entry[variable.size()] == '=' &&
         entry.compare(0, variable.size(), variable) == 0;
}

std::string with_host_address(std::string text) {
  for (std::size_t at = 0; (at = text.find(kHostAddress, at)) != std::string::npos;) {
    const std::string address = host_address();
    text.replace(at, kHostAddress.size(), address);
    at += address.size();
  }
  return text;
}

}  // namespace

Container::Container(const ContainerSpec& spec, const ContainerSurroundings& surroundings)
    : spec_(spec),
      surroundings_(surroundings),
      streams_(spec, log_path(surroundings.attempt_dir, spec.name), surroundings.clock) {
  status_.name = spec.name;
}

void Container::start() {
  remember_run();
  status_.started = surroundings_.clock.now();
  measured_cpu_ = {};
  measured_at_ = surroundings_.clock.steady();
  const Result<pid_t> process = launch();
  if (!process) {
    failed_to_start(process.error());
    return;
  }
  pid_ = *process;
  status_.state = ContainerState::kRunning;
}

void Container::remember_run() {
  if (ran_before_) {
    if (status_.state == ContainerState::kTerminated) {
      wait_for("", "");
    }
    ++status_.restarts;
  }
  ran_before_ = true;
  status_ = {.name = spec_.name, .restarts = status_.restarts, .last = status_.last};
}

containers::Launch Container::command(std::vector<std::string> argv, bool terminal) const {
  containers::Launch launch{.name = spec_.name,
                            .argv = std::move(argv),
                            .environment = full_environment(terminal),
                            .working_directory = spec_.working_directory};
  if (terminal) {
    launch.terminal.emplace();
  }
  return launch;
}

Result<pid_t> Container::launch() {
  TRY_ASSIGN(const ContainerStreams::Ends ends, streams_.open());
  containers::Launch launch = command(full_arguments(), spec_.terminal);
  launch.stdin_fd = ends.in.get();
  launch.stdout_fd = ends.out.get();
  launch.stderr_fd = ends.err.get();
  auto started = surroundings_.runtime.start(launch);
  if (!started) {
    streams_.close();
    return tl::unexpected(std::move(started).error());
  }
  streams_.started(std::move(started->terminal));
  return started->pid;
}

void Container::failed_to_start(const Error& error) {
  status_.state = ContainerState::kTerminated;
  status_.exit_code = kStartErrorExitCode;
  status_.reason = "StartError";
  status_.message = error.message;
  status_.finished = surroundings_.clock.now();
}

std::vector<std::string> Container::full_environment(bool terminal) const {
  std::vector<std::string> all = surroundings_.environment;
  if (terminal) {
    std::erase_if(all, [](const std::string& entry) { return names(entry, "TERM"); });
    all.emplace_back("TERM=xterm");
  }
  for (const EnvVar& variable : spec_.environment) {
    std::erase_if(all, [&](const std::string& entry) { return names(entry, variable.name); });
    all.push_back(variable.name + "=" + with_host_address(variable.value));
  }
  return all;
}

std::vector<std::string> Container::full_arguments() const {
  std::vector<std::string> all;
  for (const std::string& argument : spec_.argv) {
    all.push_back(with_host_address(argument));
  }
  return all;
}

void Container::ended(int wait_status) {
  kill();  // what the first process left behind would keep the output open
  pid_ = 0;
  status_.usage.reset();
  status_.state = ContainerState::kTerminated;
  status_.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  status_.exit_code = WIFSIGNALED(wait_status) ? 128 + status_.signal : WEXITSTATUS(wait_status);
  status_.reason = status_.exit_code == 0 ? "Completed" : "Error";
  status_.message = termination_message();
  status_.finished = surroundings_.clock.now();
  streams_.finish(status_.exit_code);
}

void Container::signal(int number) const {
  if (running()) {
    ::kill(pid_, number);
  }
}

void Container::kill() const {
  if (running()) {
    ::kill(-pid_, SIGKILL);
  }
}

// Processes that ended as orphans take their time with them: the sum may shrink.
void Container::measured(const TreeUsage& usage) {
  const SteadyTime now = surroundings_.clock.steady();
  const Duration window = now - measured_at_;
  const Duration spent = std::max(Duration(0), usage.cpu - measured_cpu_);
  if (!running() || window <= Duration(0)) {
    return;
  }
  const double cores = static_cast<double>(spent.count()) / static_cast<double>(window.count());
  status_.usage =
      Usage{surroundings_.clock.now(), window, std::llround(cores * 1e9), usage.resident_bytes};
  measured_cpu_ = usage.cpu;
  measured_at_ = now;
}

void Container::wait_for(std::string reason, std::string message) {
  if (status_.state == ContainerState::kTerminated) {
    status_.last = Termination{.exit_code = status_.exit_code,
                               .signal = status_.signal,
                               .reason = status_.reason,
                               .message = status_.message,
                               .started = status_.started,
                               .finished = status_.finished};
  }
  status_ = {.name = spec_.name,
             .reason = std::move(reason),
             .message = std::move(message),
             .restarts = status_.restarts,
             .last = status_.last};
}

}  // namespace sluice::pod
