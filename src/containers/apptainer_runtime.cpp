// SPDX-License-Identifier: Apache-2.0
#include "containers/apptainer_runtime.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "containers/capabilities.h"
#include "containers/process.h"
#include "containers/program.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

constexpr const char* kSharedMemory = "shm";
constexpr std::size_t kLongestArgument = (128 << 10) - 1;
constexpr int kJoined = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS;

Result<void> check(const Launch& launch) {
  TRY(check_program(launch));
  for (const std::string& argument : launch.argv) {
    if (argument.size() > kLongestArgument) {
      return tl::unexpected(too_long(launch.argv[0]));
    }
  }
  return {};
}

Result<void> connect(const Launch& launch, const Channel& channel) {
  become_a_plain_process();
  if (launch.terminal) {
    TRY(open_terminal(*launch.terminal, channel));
    return {};
  }
  return connect_descriptors(launch);
}

Result<void> confine_further(const Launch& launch) {
  TRY_ASSIGN(const Capabilities allowed, allowed_capabilities(launch.privileges));
  TRY(bound_capabilities(allowed));
  TRY(keep_capabilities(::geteuid() == 0 ? allowed : 0));
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return tl::unexpected(errno_error("setting no_new_privs"));
  }
  return {};
}

bool has_own_mounts(const std::string& process) {
  struct stat ours {};
  struct stat theirs {};
  return ::stat("/proc/self/ns/mnt", &ours) == 0 &&
         ::stat(("/proc/" + process + "/ns/mnt").c_str(), &theirs) == 0 &&
         ours.st_ino != theirs.st_ino;
}

// The last in the line of first children of `apptainer exec` that is in the container.
Result<pid_t> process_inside(pid_t outside) {
  std::string process = std::to_string(outside);
  std::string inside;
  while (true) {
    const auto children = read_file("/proc/" + process + "/task/" + process + "/children");
    if (has_own_mounts(process)) {
      inside = process;
    }
    if (!children || trim(*children).empty()) {
      break;
    }
    process = split(trim(*children), ' ').front();
  }
  const auto found = parse_int(inside);
  if (!found) {
    return fail(Code::kUnavailable, "container has not been set up yet, or cannot be entered");
  }
  return static_cast<pid_t>(*found);
}

}  // namespace

Result<Notes> ApptainerRuntime::enter(const Sandbox& sandbox) {
  sandbox_ = sandbox;
  const std::filesystem::path shared = sandbox.scratch / kSharedMemory;
  TRY(make_directory(shared, 01777));
  ::chmod(shared.c_str(), 01777);
  Notes notes;
  if (!sandbox.memory.empty()) {
    notes.push_back("volumes in memory are directories of the machine: " + program_.name +
                    " cannot share memory between containers");
  }
  return notes;
}

Result<Started> ApptainerRuntime::start(const Launch& launch) {
  TRY(check(launch));
  Launch complete = launch;
  const Mount memory{.source = sandbox_.scratch / kSharedMemory, .target = "/dev/shm"};
  complete.mounts.insert(complete.mounts.begin(), memory);
  ApptainerCommand command = apptainer_command(program_, sandbox_, complete, ::geteuid());
  const Launch outside{.argv = std::move(command.argv),
                       .environment = std::move(command.environment)};
  TRY_ASSIGN(Started started, spawn({}, [&](const Channel& channel) {
               const Result<void> connected = connect(launch, channel);
               return connected ? finish(outside, channel) : connected.error();
             }));
  started.notes.insert(started.notes.end(), command.notes.begin(), command.notes.end());
  return started;
}

Result<Started> ApptainerRuntime::execute(pid_t container, const Launch& launch) {
  TRY_ASSIGN(const pid_t inside, process_inside(container));
  return spawn({.join = inside, .joined = kJoined}, [&](const Channel& channel) {
    const auto prepared = [&]() -> Result<void> {
      TRY(connect(launch, channel));
      return confine_further(launch);
    }();
    return prepared ? finish(launch, channel) : prepared.error();
  });
}

Result<ApptainerProgram> find_apptainer(std::string_view name) {
  const auto path = sluice::find_program(name);
  if (!path) {
    return fail(Code::kUnsupported, std::string(name) + ": there is no such program here");
  }
  return ApptainerProgram{std::string(name), *path};
}

}  // namespace sluice::containers
