// SPDX-License-Identifier: Apache-2.0
// The talk: one packet with three descriptors asks for a start, one with a process id answers; 0:
// it could not be started. The process is made as a sibling (CLONE_PARENT) of the one outside, and
// so is a child of the runner.
#include "pod/outside.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "base/files.h"
#include "containers/process.h"
#include "containers/program.h"

namespace sluice::pod {
namespace {

using Descriptors = std::array<int, 3>;

struct Packet {
  explicit Packet(bool with_descriptors) {
    part = {&byte, sizeof byte};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (with_descriptors) {
      message.msg_control = control.data();
      message.msg_controllen = control.size();
    }
  }
  char byte = 's';
  iovec part{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Descriptors))> control{};
  msghdr message{};
};

bool send_start(int socket, const Descriptors& descriptors) {
  Packet packet(/*with_descriptors=*/true);
  cmsghdr* const header = CMSG_FIRSTHDR(&packet.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), &descriptors, sizeof descriptors);
  return ::sendmsg(socket, &packet.message, MSG_NOSIGNAL) == 1;
}

// False: the runner has gone.
bool receive_start(int socket, Descriptors& descriptors) {
  Packet packet(/*with_descriptors=*/true);
  if (::recvmsg(socket, &packet.message, MSG_CMSG_CLOEXEC) != 1) {
    return false;
  }
  const cmsghdr* const header = CMSG_FIRSTHDR(&packet.message);
  if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof descriptors)) {
    return false;
  }
  std::memcpy(&descriptors, CMSG_DATA(header), sizeof descriptors);
  return true;
}

[[noreturn]] void become(const std::vector<std::string>& argv,
                         const std::vector<std::string>& environment,
                         const Descriptors& descriptors) {
  containers::become_a_plain_process();
  const auto connected = containers::connect_descriptors(
      {.stdin_fd = descriptors[0], .stdout_fd = descriptors[1], .stderr_fd = descriptors[2]});
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  containers::keep_descriptors_private();
  if (connected) {
    const Error error = containers::run_program(argv, environment);
    [[maybe_unused]] const auto told =
        ::write(STDERR_FILENO, error.message.data(), error.message.size());
  }
  ::_exit(127);
}

[[noreturn]] void serve(int socket, const std::vector<std::string>& argv,
                        const std::vector<std::string>& environment) {
  Descriptors descriptors{};
  while (receive_start(socket, descriptors)) {
    const auto pid = static_cast<pid_t>(
        ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
    if (pid == 0) {
      become(argv, environment, descriptors);
    }
    for (const int fd : descriptors) {
      ::close(fd);
    }
    const pid_t answer = pid < 0 ? 0 : pid;
    if (::send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) {
      break;
    }
  }
  ::_exit(0);
}

}  // namespace

Result<std::unique_ptr<Outside>> Outside::make(std::vector<std::string> argv,
                                               std::vector<std::string> environment) {
  const auto program = containers::find_program(argv.at(0), environment);
  if (!program) {
    return fail(Code::kNotFound, program.error().message);
  }
  argv[0] = *program;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return tl::unexpected(errno_error("making a socket"));
  }
  UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (pid == 0) {
    ours.reset();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve(theirs.get(), argv, environment);
  }
  return std::unique_ptr<Outside>(new Outside(std::move(ours)));
}

// The other side lives as long as this one: the answer comes, or its socket has closed.
Result<pid_t> Outside::start(int in, int out, int err) const {
  const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  pid_t pid = 0;
  if (!send_start(socket_.get(), {in >= 0 ? in : nothing.get(), out, err}) ||
      ::recv(socket_.get(), &pid, sizeof pid, 0) != sizeof pid || pid <= 0) {
    return fail(Code::kInternal, "the process outside of the pod did not start srun");
  }
  return pid;
}

}  // namespace sluice::pod
