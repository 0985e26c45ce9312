// SPDX-License-Identifier: Apache-2.0
#include "containers/host_runtime.h"

#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "containers/process.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

bool is_another(const Identity& identity) {
  return identity.uid != ::geteuid() || identity.gid != ::getegid();
}

// Only root may become somebody else.
Result<void> take_identity(const Launch& launch) {
  if (!launch.identity || ::geteuid() != 0) {
    return {};
  }
  const Identity& wanted = *launch.identity;
  if (::setgroups(wanted.groups.size(), wanted.groups.data()) != 0 ||
      ::setresgid(wanted.gid, wanted.gid, wanted.gid) != 0 ||
      ::setresuid(wanted.uid, wanted.uid, wanted.uid) != 0) {
    return tl::unexpected(errno_error("becoming user " + std::to_string(wanted.uid)));
  }
  return {};
}

Result<void> prepare(const Launch& launch, const Channel& channel) {
  TRY(connect(launch, channel));
  TRY(take_identity(launch));
  if (launch.privileges.no_new_privileges) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  }
  return {};
}

Notes differences(const Launch& launch) {
  Notes notes;
  if (launch.identity && ::geteuid() != 0 && is_another(*launch.identity)) {
    notes.push_back("runs as user " + std::to_string(::geteuid()) + ", not " +
                    std::to_string(launch.identity->uid) +
                    ": only root may change the user in the host runtime");
  }
  if (launch.read_only_root || !launch.privileges.drop.empty()) {
    notes.emplace_back("the host runtime neither protects the root nor drops capabilities");
  }
  if (!launch.mounts.empty()) {
    std::vector<std::string> targets;
    for (const Mount& mount : launch.mounts) {
      targets.push_back(mount.target);
    }
    notes.push_back("the host runtime mounts nothing: " + join(targets, ", "));
  }
  return notes;
}

}  // namespace

Result<Notes> HostRuntime::enter(const Sandbox& sandbox) {
  Notes notes;
  if (!sandbox.hostname.empty()) {
    notes.push_back("the host runtime leaves the machine its name; the pod's would be " +
                    sandbox.hostname);
  }
  if (!sandbox.sysctls.empty()) {
    notes.emplace_back("the host runtime sets no sysctls");
  }
  return notes;
}

Result<void> HostRuntime::join(const Sandbox&, pid_t) {
  return {};
}

Result<Started> HostRuntime::start(const Launch& launch) {
  if (launch.argv.empty()) {
    return fail(Code::kInvalid,
                "container has no command; the host runtime does not know the image's entrypoint");
  }
  Launch here = launch;
  if (here.working_directory.empty()) {
    std::error_code ignored;
    here.working_directory = std::filesystem::current_path(ignored);
  }
  TRY_ASSIGN(Started started, spawn({}, [&here](const Channel& channel) {
               const Result<void> prepared = prepare(here, channel);
               return prepared ? finish(here, channel) : prepared.error();
             }));
  for (std::string& note : differences(launch)) {
    started.notes.push_back(std::move(note));
  }
  return started;
}

Result<Started> HostRuntime::execute(pid_t, const Launch& launch) {
  return start(launch);
}

}  // namespace sluice::containers
