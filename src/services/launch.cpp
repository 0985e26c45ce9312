// SPDX-License-Identifier: Apache-2.0
#include "services/launch.h"

#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/files.h"
#include "base/own_control_group.h"

namespace sluice::services {

Result<void> enter_own_cgroup(const std::string& service) {
  const ControlGroupFiles files;
  // Version 1: it is the freezer by which whole groups are killed.
  const std::filesystem::path group = control_groups_are_unified(files)
                                          ? files.mounts / "sluice.slice" / service
                                          : files.mounts / "freezer" / "sluice" / service;
  TRY(make_directory(group, 0755));
  return append_to_file(group / "cgroup.procs", std::to_string(::getpid()));
}

Result<void> become_user(const std::string& name) {
  std::vector<char> buffer(16384);
  passwd entry{};
  passwd* found = nullptr;
  ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) {
    return fail(Code::kNotFound, "there is no user \"" + name + "\"");
  }
  if (::initgroups(name.c_str(), found->pw_gid) != 0 || ::setgid(found->pw_gid) != 0 ||
      ::setuid(found->pw_uid) != 0) {
    return tl::unexpected(errno_error("becoming " + name));
  }
  return {};
}

Result<pid_t> start_child(const std::vector<std::string>& command, const std::string& user) {
  constexpr int kNotStarted = 127;  // as shells say it
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    return tl::unexpected(errno_error("starting " + command.front()));
  }
  if (child > 0) {
    return child;
  }
  const auto became = user.empty() ? Result<void>() : become_user(user);
  // Another user's process forgets it: so afterwards.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::string why;
  if (!became) {
    why = became.error().message;
  } else if (::getppid() == parent) {
    why = replace_process(command).message;
  }
  std::fprintf(stderr, "%s\n", why.c_str());
  ::_exit(kNotStarted);
}

Error replace_process(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  ::execv(words.front(), words.data());
  return errno_error("running " + command.front());
}

}  // namespace sluice::services
