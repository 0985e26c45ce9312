// SPDX-License-Identifier: Apache-2.0
#include "containers/apptainer_runtime.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/child_processes.h"
#include "base/command.h"
#include "base/files.h"
#include "base/process_status.h"
#include "base/text.h"
#include "base/waiting.h"
#include "containers/capabilities.h"
#include "containers/guard.h"
#include "containers/process.h"
#include "containers/program.h"
#include "containers/sif.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

constexpr const char* kSharedMemory = "shm";
constexpr std::size_t kLongestArgument = (128 << 10) - 1;
constexpr std::size_t kMostInAll = 900'000;  // its limit is 1 MiB, in JSON
constexpr Duration kLongestSetUp = std::chrono::seconds(60);
constexpr Duration kBetweenLooks = std::chrono::milliseconds(5);
constexpr int kJoined = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS;

Result<void> check(const Launch& launch) {
  TRY(check_program(launch));
  std::size_t all = 0;
  for (const std::string& argument : launch.argv) {
    if (argument.size() > kLongestArgument) {
      return tl::unexpected(too_long(launch.argv[0]));
    }
    all += argument.size();
  }
  for (const std::string& variable : launch.environment) {
    all += variable.size();
  }
  if (all > kMostInAll) {
    return fail(Code::kInvalid,
                "exec: \"" + launch.argv[0] +
                    "\": argument list too long (Apptainer takes less than 1 MiB of "
                    "arguments and variables)");
  }
  return {};
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

// The pod's memory, and a working directory where the image has none: Apptainer makes no directory
// but to mount something there.
Result<Launch> with_own_mounts(Launch launch, const std::filesystem::path& memory) {
  launch.mounts.insert(launch.mounts.begin(), {.source = memory, .target = "/dev/shm"});
  if (!launch.working_directory.empty() && !is_present(launch, launch.working_directory)) {
    const std::filesystem::path empty = launch.scratch / "directory";
    TRY(remove_tree(launch.scratch));
    TRY(make_directory(empty, 0755));
    launch.mounts.push_back({.source = empty, .target = launch.working_directory});
  }
  return launch;
}

// Whether the process is in the image. One that has mounts of its own may still see our root; the
// image's own, where FUSE mounted it, may not even be looked at from outside.
bool has_own_root(pid_t process) {
  const std::string about = "/proc/" + std::to_string(process);
  struct stat ours {};
  struct stat theirs {};
  if (::stat("/proc/self/ns/mnt", &ours) != 0 ||
      ::stat((about + "/ns/mnt").c_str(), &theirs) != 0 || ours.st_ino == theirs.st_ino) {
    return false;
  }
  if (::stat((about + "/root/").c_str(), &theirs) != 0) {
    return errno == EACCES;
  }
  return ::stat("/", &ours) == 0 && (ours.st_ino != theirs.st_ino || ours.st_dev != theirs.st_dev);
}

bool is_first(pid_t process) {
  const auto status = read_file("/proc/" + std::to_string(process) + "/status");
  return status && is_first_of_namespace(*status);
}

// Among the descendants of `apptainer exec` the program itself: in the image, and the first process
// unless the pod shares processes. Helpers of Apptainer are neither.
Result<pid_t> process_inside(pid_t outside, bool own_processes) {
  std::vector<pid_t> found{outside};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const pid_t process = found[i];
    if (has_own_root(process) && (!own_processes || is_first(process))) {
      return process;
    }
    const std::vector<pid_t> children = children_of(process);
    found.insert(found.end(), children.begin(), children.end());
  }
  return fail(Code::kUnavailable, "container has not been set up yet, or cannot be entered");
}

bool has_ended(pid_t process) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == process;
}

// Apptainer is a while in making a container. Until then nobody could enter it, though everybody
// was told that it runs. It forgets that it shall die with us, and leaves the program alone when it
// is killed itself: guards see to both.
void await_container(pid_t outside, bool own_processes) {
  kill_after(::getpid(), outside);
  RealClock clock;
  const SteadyTime deadline = clock.steady() + kLongestSetUp;
  while (!has_ended(outside) && clock.steady() < deadline) {
    if (const auto inside = process_inside(outside, own_processes)) {
      return kill_after(outside, *inside);
    }
    pause(clock, kBetweenLooks);
  }
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
  if (!sandbox.sysctls.empty()) {
    notes.push_back("sysctls are not set: " + program_.name + " cannot set them");
  }
  return notes;
}

Result<void> ApptainerRuntime::join(const Sandbox& sandbox, pid_t) {
  sandbox_ = sandbox;
  return {};
}

Result<Started> ApptainerRuntime::start(const Launch& launch) {
  TRY(check(launch));
  TRY_ASSIGN(Launch complete, with_own_mounts(launch, sandbox_.scratch / kSharedMemory));
  if (::access(sif_of(launch.root).c_str(), R_OK) == 0 && can_mount_sif(program_)) {
    complete.root = sif_of(launch.root);
  }
  ApptainerCommand command = apptainer_command(program_, sandbox_, complete, ::geteuid());
  const Launch outside{.argv = std::move(command.argv),
                       .environment = std::move(command.environment),
                       .inherited = launch.inherited};
  TRY_ASSIGN(Started started, spawn({}, [&](const Channel& channel) {
               const Result<std::string> connected = connect(launch, channel);
               return connected ? finish(outside, channel) : connected.error();
             }));
  await_container(started.pid, has_own_processes());
  started.notes.insert(started.notes.end(), command.notes.begin(), command.notes.end());
  return started;
}

Result<Started> ApptainerRuntime::execute(pid_t container, const Launch& launch) {
  TRY_ASSIGN(const pid_t inside, process_inside(container, has_own_processes()));
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
  std::error_code ignored;  // where Apptainer is installed, "singularity" is a link to it
  const bool linked = std::filesystem::canonical(*path, ignored).filename() == "apptainer";
  return ApptainerProgram{linked ? "apptainer" : std::string(name), *path};
}

}  // namespace sluice::containers
