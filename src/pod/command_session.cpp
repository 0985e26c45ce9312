// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/pipe.h"
#include "pod/session_link.h"

namespace sluice::pod {
namespace {

// What a command left behind may hold its output open: it has ended when this long nothing came.
constexpr Duration kQuiet = std::chrono::milliseconds(200);

// The command's process, which one thread waits for and another may hang up on: never after its id
// could be somebody else's.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}

  int await() {
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
    const std::scoped_lock lock(mutex_);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    gone_ = true;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  void hang_up() {
    const std::scoped_lock lock(mutex_);
    if (!gone_) {
      ::kill(-pid_, SIGHUP);
    }
  }

 private:
  const pid_t pid_;
  std::mutex mutex_;
  bool gone_ = false;
};

// Counts the outputs that have not ended.
class OpenOutputs {
 public:
  void add() { change(1); }
  void remove() { change(-1); }
  bool await_none(Duration at_most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, at_most, [this] { return count_ == 0; });
  }

 private:
  void change(int by) {
    const std::scoped_lock lock(mutex_);
    count_ += by;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

// The near ends of the command's streams; with a terminal they are all the same.
struct Command {
  pid_t pid = 0;
  UniqueFd in;
  UniqueFd out;
  UniqueFd err;
};

Result<Command> start(const SessionSetting& setting, const SessionRequest& request) {
  Container* container = setting.containers.find(request.container);
  if (container == nullptr || !container->running()) {
    return fail(Code::kNotFound, "container not found (\"" + request.container + "\")");
  }
  containers::Launch launch = container->command(request.command, request.tty);
  Pipe in;
  Pipe out;
  Pipe err;
  if (!request.tty) {
    TRY_ASSIGN(out, make_pipe());
    TRY_ASSIGN(err, make_pipe());
    if (request.in) {
      TRY_ASSIGN(in, make_pipe());
    }
    launch.stdin_fd = in.read.get();
    launch.stdout_fd = out.write.get();
    launch.stderr_fd = err.write.get();
  }
  auto started = setting.runtime.execute(container->inside(), launch);
  if (!started) {
    return tl::unexpected(with_context(std::move(started).error(), "failed to exec in container"));
  }
  if (request.tty) {
    const int terminal = started->terminal.get();
    in.write = UniqueFd(::dup(terminal));
    out.read = std::move(started->terminal);
  }
  return Command{started->pid, std::move(in.write), std::move(out.read), std::move(err.read)};
}

// Nothing waits for a slow reader.
bool all_empty(const FrameLink::Pipes& pipes) {
  return std::all_of(pipes.begin(), pipes.end(),
                     [](const auto& entry) { return entry.second->room() == BytePipe::kCapacity; });
}

}  // namespace

void run_command(const SessionSetting& setting, SessionWork work) {
  auto started = start(setting, work.request);
  Pump pump;
  if (!started) {
    SessionLink::refuse(pump, work, started.error());
    return;
  }
  Child child(started->pid);
  const UniqueFd terminal(work.request.tty ? ::dup(started->out.get()) : -1);
  SessionLink link(
      pump, work,
      [&](const Frame& frame) {
        const auto size = session_size_from_text(frame.payload);
        if (frame.kind == FrameKind::kResize && size && terminal.valid()) {
          resize_terminal(terminal.get(), *size);
        }
      },
      [&] { child.hang_up(); });
  const auto outputs = std::make_shared<OpenOutputs>();  // shared with the pump's reports
  std::vector<std::shared_ptr<void>> ends;
  FrameLink::Pipes to_kubelet;
  const auto read = [&](UniqueFd fd, FrameKind kind) {
    if (fd.valid()) {
      outputs->add();
      const auto pipe = std::make_shared<BytePipe>();
      to_kubelet[kind] = pipe;
      ends.push_back(pump.run({make_pump_end(std::move(fd)), nullptr, pipe,
                               [outputs](const Result<void>&) { outputs->remove(); }}));
    }
  };
  read(std::move(started->out), FrameKind::kOut);
  read(std::move(started->err), FrameKind::kErr);
  const auto input = std::make_shared<BytePipe>();
  if (started->in.valid()) {
    ends.push_back(pump.run({make_pump_end(std::move(started->in)), input, nullptr, nullptr}));
  }
  const FrameLink::Pipes pipes = to_kubelet;
  link.frames().carry(std::move(to_kubelet), {{FrameKind::kIn, input}});
  const int exit_code = child.await();
  while (!outputs->await_none(kQuiet) && !all_empty(pipes)) {
  }
  ends.clear();
  link.end_with(exit_code);
}

}  // namespace sluice::pod
