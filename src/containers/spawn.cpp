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

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

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

// A namespace of another process that is not ours. Found through /proc, whose numbers are the
// machine's for the runner and for children of it that count processes otherwise.
struct Door {
  int kind;  // CLONE_NEW…
  UniqueFd fd;
};

Result<std::vector<Door>> find_doors(const Spawn& how) {
  std::vector<Door> doors;
  for (const auto& [name, kind] : kNamespaces) {
    if (how.join == 0 || (how.joined & kind) == 0) {
      continue;
    }
    const std::string file = "/proc/" + std::to_string(how.join) + "/ns/" + name;
    Door door{kind, UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC))};
    struct stat ours {};
    struct stat theirs {};
    if (!door.fd.valid() || ::fstat(door.fd.get(), &theirs) != 0 ||
        ::stat(("/proc/self/ns/" + std::string(name)).c_str(), &ours) != 0) {
      return fail(Code::kNotFound, "container is not running: " + cause_of(errno));
    }
    if (ours.st_ino != theirs.st_ino) {
      doors.push_back(std::move(door));
    }
  }
  return doors;
}

bool enter(const std::vector<Door>& doors, bool users) {
  return std::all_of(doors.begin(), doors.end(), [&](const Door& door) {
    return (door.kind == CLONE_NEWUSER) != users || ::setns(door.fd.get(), door.kind) == 0;
  });
}

// The user namespace last for the pod's root, whose rights the others need; first for who has
// rights only inside it.
bool enter_all(const std::vector<Door>& doors) {
  if (enter(doors, false)) {
    return enter(doors, true);
  }
  return errno == EPERM && enter(doors, true) && enter(doors, false);
}

[[noreturn]] void make_in_namespaces(const std::vector<Door>& doors, unsigned long new_namespaces,
                                     const Channel& channel, const Body& body) {
  if (!enter_all(doors)) {
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
  TRY_ASSIGN(const std::vector<Door> doors, find_doors(how));
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
