// SPDX-License-Identifier: Apache-2.0
// A process enters another process namespace only by being born in it, and makes a new one only
// below the one it is in itself. So namespaces take one process in between: it is in the pod's, or
// enters the container's, then makes the real one as its own sibling (CLONE_PARENT).
#include "containers/spawn.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "base/files.h"
#include "containers/program.h"

namespace sluice::containers {
namespace {

using Body = std::function<Error(const Channel&)>;

constexpr std::array<std::pair<const char*, int>, 7> kNamespaces{{{"user", CLONE_NEWUSER},
                                                                  {"mnt", CLONE_NEWNS},
                                                                  {"pid", CLONE_NEWPID},
                                                                  {"ipc", CLONE_NEWIPC},
                                                                  {"uts", CLONE_NEWUTS},
                                                                  {"net", CLONE_NEWNET},
                                                                  {"cgroup", CLONE_NEWCGROUP}}};

pid_t clone_process(unsigned long flags) {
  return static_cast<pid_t>(::syscall(SYS_clone, flags | static_cast<unsigned long>(SIGCHLD),
                                      nullptr, nullptr, nullptr, nullptr));
}

[[noreturn]] void speak_and_die(const Channel& channel, const Error& error) {
  channel.say(error);
  ::_exit(127);
}

[[noreturn]] void be_the_process(const Channel& channel, const Body& body) {
  channel.say(Word::kHere);
  speak_and_die(channel, body(channel));
}

// Those of the wanted namespaces in which the other process is not with us.
Result<int> foreign_namespaces(pid_t other, int wanted) {
  int result = 0;
  for (const auto& [name, flag] : kNamespaces) {
    if ((wanted & flag) == 0) {
      continue;
    }
    struct stat ours {};
    struct stat theirs {};
    const std::string file = "/proc/" + std::to_string(other) + "/ns/" + name;
    if (::stat(("/proc/self/ns/" + std::string(name)).c_str(), &ours) != 0 ||
        ::stat(file.c_str(), &theirs) != 0) {
      return fail(Code::kNotFound, "container is not running: " + cause_of(errno));
    }
    result |= ours.st_ino == theirs.st_ino ? 0 : flag;
  }
  return result;
}

// What there is to enter, found by the starter: the process in between counts processes otherwise.
struct Doors {
  UniqueFd process;
  int flags = 0;
};

Result<Doors> find_doors(const Spawn& how) {
  if (how.join == 0) {
    return Doors{};
  }
  Doors doors{UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, how.join, 0)))};
  if (!doors.process.valid()) {
    return fail(Code::kNotFound, "container is not running: " + cause_of(errno));
  }
  TRY_ASSIGN(doors.flags, foreign_namespaces(how.join, how.joined));
  return doors;
}

[[noreturn]] void make_in_namespaces(const Doors& doors, unsigned long new_namespaces,
                                     const Channel& channel, const Body& body) {
  if (doors.flags != 0 && ::setns(doors.process.get(), doors.flags) != 0) {
    speak_and_die(channel, errno_error("entering the container"));
  }
  const pid_t child = clone_process(new_namespaces | CLONE_PARENT);
  if (child < 0) {
    speak_and_die(channel, errno_error("starting a process"));
  }
  if (child == 0) {
    be_the_process(channel, body);
  }
  ::_exit(0);
}

Result<Started> listen_to(const Channel& channel, const Spawn& how) {
  Started started;
  while (true) {
    Message message = channel.listen();
    switch (message.word) {
      case Word::kHere:
        started.pid = message.sender;
        break;
      case Word::kMapMe: {
        const Result<void> mapped = how.map(started.pid);
        channel.answer(mapped ? "" : mapped.error().message);
        break;
      }
      case Word::kNote:
        started.notes.push_back(std::move(message.text));
        break;
      case Word::kTerminal:
        started.terminal = std::move(message.descriptor);
        break;
      case Word::kFailed:
        if (started.pid > 0) {
          ::waitpid(started.pid, nullptr, 0);
        }
        return fail(message.code, std::move(message.text));
      case Word::kEnd:
        return started;
    }
  }
}

}  // namespace

Result<Started> spawn(const Spawn& how, const Body& body) {
  TRY_ASSIGN(const Doors doors, find_doors(how));
  TRY_ASSIGN(ChannelPair channels, make_channel());
  const bool directly = how.join == 0 && how.new_namespaces == 0;
  const pid_t child = ::fork();
  if (child < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (child == 0) {
    const Channel ours = std::move(channels.started);
    channels.starter = Channel(UniqueFd());
    directly ? be_the_process(ours, body)
             : make_in_namespaces(doors, how.new_namespaces, ours, body);
  }
  channels.started = Channel(UniqueFd());
  Result<Started> started = listen_to(channels.starter, how);
  const bool silent = started && started->pid == 0;
  if (!directly || silent) {
    ::waitpid(child, nullptr, 0);
  }
  if (silent) {
    return fail(Code::kInternal, "the process died before it could say anything");
  }
  return started;
}

}  // namespace sluice::containers
