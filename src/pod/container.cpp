// SPDX-License-Identifier: Apache-2.0
#include "pod/container.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/files.h"
#include "base/log.h"
#include "base/pipe.h"
#include "pod/host.h"

namespace sluice::pod {
namespace {

// Pipes of this size take what a short command prints without waiting for us.
constexpr std::size_t kReadSize = 64 * 1024;
constexpr int kStartErrorExitCode = 128;

Result<Pipe> make_output_pipe() {
  TRY_ASSIGN(Pipe pipe, make_pipe());
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

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
    : spec_(spec), surroundings_(surroundings) {
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

Result<pid_t> Container::launch() {
  if (!log_) {
    TRY_ASSIGN(log_, CriLogWriter::open(log_path(surroundings_.attempt_dir, spec_.name),
                                        surroundings_.clock));
  }
  TRY_ASSIGN(Pipe out, make_output_pipe());
  TRY_ASSIGN(Pipe err, make_output_pipe());
  containers::Launch first = process(full_arguments(), out.write.get(), err.write.get());
  if (const auto file = message_file(); !file.empty()) {
    TRY(make_message_file(file));
    first.mounts.push_back({.source = file, .target = spec_.lifecycle.termination_message_path});
  }
  TRY_ASSIGN(const containers::Started started, surroundings_.runtime.start(first));
  outputs_ = {std::move(out.read), std::move(err.read)};
  tail_.clear();
  return started.pid;
}

// Everything that is the same for every process of the container.
containers::Launch Container::process(std::vector<std::string> argv, int out, int err) const {
  return {.name = spec_.name,
          .argv = std::move(argv),
          .environment = full_environment(),
          .working_directory = spec_.working_directory,
          .stdout_fd = out,
          .stderr_fd = err};
}

Result<pid_t> Container::execute(const std::vector<std::string>& command, int output) const {
  TRY_ASSIGN(const containers::Started started,
             surroundings_.runtime.execute(pid_, process(command, output, output)));
  return started.pid;
}

// Bare processes have no files of their own: there the message is where the path says.
std::filesystem::path Container::message_file() const {
  const bool mounts = surroundings_.runtime.name() != "host" && !surroundings_.scratch.empty();
  return mounts && !spec_.lifecycle.termination_message_path.empty()
             ? surroundings_.scratch / (spec_.name + ".message")
             : std::filesystem::path();
}

std::string Container::termination_message() const {
  const Lifecycle& lifecycle = spec_.lifecycle;
  const auto file = message_file();
  std::string message =
      !file.empty() ? read_message(file)
      : lifecycle.termination_message_path.starts_with('/')
          ? read_message(lifecycle.termination_message_path, status_.started.value_or(WallTime{}))
          : "";
  const bool from_log = message.empty() && lifecycle.message_from_log && status_.exit_code != 0;
  return from_log ? tail_.text() : message;
}

void Container::failed_to_start(const Error& error) {
  status_.state = ContainerState::kTerminated;
  status_.exit_code = kStartErrorExitCode;
  status_.reason = "StartError";
  status_.message = error.message;
  status_.finished = surroundings_.clock.now();
}

std::vector<std::string> Container::full_environment() const {
  std::vector<std::string> all = surroundings_.environment;
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

void Container::read_output(OutputStream stream) {
  UniqueFd& fd = outputs_[static_cast<std::size_t>(stream)];
  std::string buffer(kReadSize, '\0');
  while (fd.valid()) {
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return;  // nothing more for now
    }
    const auto bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(n));
    const Result<void> written = n > 0 ? log_->append(stream, bytes) : log_->finish(stream);
    if (spec_.lifecycle.message_from_log) {
      tail_.add(bytes);
    }
    if (!written) {
      log::error("container output was lost",
                 {{"container", spec_.name}, {"error", written.error().message}});
    }
    if (n == 0) {
      fd.reset();
    }
  }
}

void Container::ended(int wait_status) {
  kill();  // what the first process left behind would keep the output open
  for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
    read_output(stream);
    if (outputs_[static_cast<std::size_t>(stream)].valid()) {
      [[maybe_unused]] const Result<void> last = log_->finish(stream);
      outputs_[static_cast<std::size_t>(stream)].reset();
    }
  }
  pid_ = 0;
  status_.usage.reset();
  status_.state = ContainerState::kTerminated;
  status_.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  status_.exit_code = WIFSIGNALED(wait_status) ? 128 + status_.signal : WEXITSTATUS(wait_status);
  status_.reason = status_.exit_code == 0 ? "Completed" : "Error";
  status_.message = termination_message();
  status_.finished = surroundings_.clock.now();
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
