// SPDX-License-Identifier: Apache-2.0
#include "test_kubelet.h"

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>

#include "base/files.h"
#include "base/pipe.h"
#include "base/test_stream.h"
#include "http/sockets.h"

namespace sluice::streams {

namespace {

// Counts the outputs that are still open, so that the exit is reported after them.
class Outputs {
 public:
  void open() { change(1); }
  void close() { change(-1); }
  void await() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ == 0 || let_go_; });
  }
  void let_go() {  // nobody tells of them any more
    const std::scoped_lock lock(mutex_);
    let_go_ = true;
    changed_.notify_all();
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
  bool let_go_ = false;
};

class LocalProcess final : public client::Process {
 public:
  LocalProcess(pid_t pid, UniqueFd terminal, std::vector<std::shared_ptr<void>> links,
               std::shared_ptr<Outputs> outputs)
      : pid_(pid),
        terminal_(std::move(terminal)),
        links_(std::move(links)),
        outputs_(std::move(outputs)) {}
  ~LocalProcess() override {
    ::kill(-pid_, SIGHUP);
    outputs_->let_go();
  }

  void resize(client::TerminalSize size) override {
    const winsize window{
        .ws_row = size.height, .ws_col = size.width, .ws_xpixel = 0, .ws_ypixel = 0};
    ::ioctl(terminal_.get(), TIOCSWINSZ, &window);
  }

 private:
  const pid_t pid_;
  const UniqueFd terminal_;
  std::vector<std::shared_ptr<void>> links_;
  const std::shared_ptr<Outputs> outputs_;  // with the thread that waits for them
};

[[noreturn]] void run_program(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(argv.front(), argv.data());
  ::dprintf(2, "%s: not found\n", argv.front());
  ::_exit(127);
}

struct Started {
  pid_t pid = 0;
  UniqueFd in;
  UniqueFd out;
  UniqueFd err;
  UniqueFd terminal;
};

Result<Started> start_in_terminal(const std::vector<std::string>& command) {
  int terminal = -1;
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (pid < 0) {
    return tl::unexpected(errno_error("starting a terminal"));
  }
  if (pid == 0) {
    run_program(command);
  }
  Started started{.pid = pid, .terminal = UniqueFd(terminal)};
  started.in = UniqueFd(::dup(terminal));
  started.out = UniqueFd(::dup(terminal));
  return started;
}

Result<Started> start_with_pipes(const std::vector<std::string>& command) {
  TRY_ASSIGN(Pipe in, make_pipe());
  TRY_ASSIGN(Pipe out, make_pipe());
  TRY_ASSIGN(Pipe err, make_pipe());
  const pid_t pid = ::fork();
  if (pid < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (pid == 0) {
    ::setpgid(0, 0);
    ::dup2(in.read.get(), 0);
    ::dup2(out.write.get(), 1);
    ::dup2(err.write.get(), 2);
    run_program(command);
  }
  ::setpgid(pid, pid);
  return Started{.pid = pid,
                 .in = std::move(in.write),
                 .out = std::move(out.read),
                 .err = std::move(err.read)};
}

int wait_for_exit(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Result<std::unique_ptr<Stream>> TestKubelet::log(const api::Key& pod,
                                                 const client::LogQuery& query) {
  return std::make_unique<WholeStream>("log of " + pod.name + "/" + query.container + "\n");
}

Result<std::unique_ptr<client::Process>> TestKubelet::exec(const client::ProcessRequest& request,
                                                           client::ProcessStreams streams,
                                                           client::OnExit on_exit) {
  TRY_ASSIGN(Started started,
             request.tty ? start_in_terminal(request.command) : start_with_pipes(request.command));
  // Shared by the links' reports and the thread that waits for them.
  auto outputs = std::make_shared<Outputs>();
  std::vector<std::shared_ptr<void>> links;
  const auto read = [&](UniqueFd fd, const std::shared_ptr<BytePipe>& pipe) {
    if (pipe != nullptr && fd.valid()) {
      outputs->open();
      links.push_back(pump_.run({make_pump_end(std::move(fd)), nullptr, pipe,
                                 [outputs](const Result<void>&) { outputs->close(); }}));
    }
  };
  read(std::move(started.out), streams.out);
  read(std::move(started.err), streams.err);
  if (streams.in != nullptr) {
    links.push_back(
        pump_.run({make_pump_end(std::move(started.in)), streams.in, nullptr, nullptr}));
  }
  const std::scoped_lock lock(mutex_);
  waiters_.emplace_back([pid = started.pid, outputs, on_exit] {
    const int code = wait_for_exit(pid);
    outputs->await();
    on_exit(code);
  });
  return std::make_unique<LocalProcess>(started.pid, std::move(started.terminal), std::move(links),
                                        outputs);
}

Result<std::unique_ptr<client::Process>> TestKubelet::attach(const client::ProcessRequest& request,
                                                             client::ProcessStreams streams,
                                                             client::OnExit on_exit) {
  client::ProcessRequest shell = request;
  shell.command = {"sh", "-c", "echo attached; while read line; do echo \"got $line\"; done"};
  return exec(shell, std::move(streams), std::move(on_exit));
}

Result<std::shared_ptr<void>> TestKubelet::connect(const api::Key&, std::uint16_t port,
                                                   client::PortStreams streams,
                                                   client::OnClose on_close) {
  // The loopback address answers at once.
  auto fd = http::connect_to("127.0.0.1", port, RealClock().steady() + std::chrono::seconds(5));
  if (!fd) {
    return tl::unexpected(std::move(fd).error());
  }
  return pump_.run({make_pump_end(std::move(*fd)), std::move(streams.in), std::move(streams.out),
                    std::move(on_close)});
}

}  // namespace sluice::streams
