// SPDX-License-Identifier: Apache-2.0
// A map of more than one's own id is written by a process outside of the namespace: by a child that
// stays behind, as root itself or through newuidmap and newgidmap, which are setuid root.
#include "containers/user_namespace.h"

#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/pipe.h"
#include "containers/program.h"

namespace sluice::containers {
namespace {

constexpr const char* kUserMapper = "/usr/bin/newuidmap";
constexpr const char* kGroupMapper = "/usr/bin/newgidmap";

Result<void> write_proc(const std::string& file, const std::string& text) {
  const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd.valid() || ::write(fd.get(), text.data(), text.size()) < 0) {
    return tl::unexpected(errno_error("writing " + file));
  }
  return {};
}

Result<IdMap> read_map(const char* file) {
  TRY_ASSIGN(const std::string text, read_file(file));
  return parse_id_map(text);
}

std::string proc_file(pid_t process, const char* name) {
  return "/proc/" + std::to_string(process) + "/" + name;
}

Error refusal(int error) {
  std::string hint = "user namespaces cannot be used here: " + cause_of(error);
  if (error == ENOSPC) {
    hint += "; the limit is in /proc/sys/user/max_user_namespaces";
  } else if (error == EPERM) {
    hint +=
        "; look at kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, "
        "and whether this is a chroot";
  } else if (error == EINVAL) {
    hint += "; the kernel lacks them, or this process has several threads";
  }
  return {Code::kUnsupported, hint};
}

std::string user_name(uid_t uid) {
  const passwd* const entry = ::getpwuid(uid);
  return entry != nullptr ? entry->pw_name : std::to_string(uid);
}

std::optional<IdRange> range_in(const char* file, uid_t uid) {
  const Result<std::string> text = read_file(file);
  return text ? granted_range(*text, user_name(uid), uid) : std::nullopt;
}

// Waits for a process and says whether it succeeded.
bool succeeded(pid_t process) {
  int status = 0;
  return ::waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool run_mapper(const char* program, pid_t process, std::uint32_t own, const IdRange& range) {
  const std::vector<std::string> argv{program,
                                      std::to_string(process),
                                      "0",
                                      std::to_string(own),
                                      "1",
                                      "1",
                                      std::to_string(range.first),
                                      std::to_string(range.count)};
  const pid_t child = ::fork();
  if (child == 0) {
    run_program(argv, {});
    ::_exit(127);
  }
  return child > 0 && succeeded(child);
}

// What the child that stays behind does once the process is in its namespace.
using Mapper = std::function<bool(pid_t)>;

bool map_same_ids(pid_t process) {
  const auto users = read_map("/proc/self/uid_map");
  const auto groups = read_map("/proc/self/gid_map");
  return users && groups &&
         write_proc(proc_file(process, "uid_map"), to_text(same_ids(*users))).has_value() &&
         write_proc(proc_file(process, "gid_map"), to_text(same_ids(*groups))).has_value();
}

bool map_ranges(pid_t process, const GrantedRanges& ranges) {
  return run_mapper(kUserMapper, process, ::geteuid(), ranges.users) &&
         run_mapper(kGroupMapper, process, ::getegid(), ranges.groups);
}

// Unshares with the help of a child left behind. False when the map could not be written: then this
// process is in its namespace without one.
Result<bool> unshare_mapped_from_outside(int flags, const Mapper& map) {
  TRY_ASSIGN(Pipe start, make_pipe());
  const pid_t self = ::getpid();
  const pid_t mapper = ::fork();
  if (mapper < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (mapper == 0) {
    start.write.reset();
    char go = 0;
    ::_exit(::read(start.read.get(), &go, 1) == 1 && map(self) ? 0 : 1);
  }
  const bool unshared = ::unshare(CLONE_NEWUSER | flags) == 0;
  const int error = errno;
  if (unshared && ::write(start.write.get(), "g", 1) != 1) {
    return tl::unexpected(errno_error("asking for an id map"));
  }
  start.write.reset();
  const bool mapped = succeeded(mapper);
  return unshared ? Result<bool>(mapped) : tl::unexpected(refusal(error));
}

Result<void> map_single(uid_t uid, gid_t gid) {
  TRY(write_proc("/proc/self/setgroups", "deny"));
  TRY(write_proc("/proc/self/uid_map", to_text({{0, uid, 1}})));
  return write_proc("/proc/self/gid_map", to_text({{0, gid, 1}}));
}

Result<IdKind> unshare_and_map(int flags) {
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  const std::optional<GrantedRanges> ranges = granted_ranges();
  if (uid == 0 || ranges) {
    TRY_ASSIGN(const bool mapped, unshare_mapped_from_outside(flags, [&](pid_t process) {
                 return uid == 0 ? map_same_ids(process) : map_ranges(process, *ranges);
               }));
    if (mapped) {
      return uid == 0 ? IdKind::kSame : IdKind::kRange;
    }
  } else if (::unshare(CLONE_NEWUSER | flags) != 0) {
    return tl::unexpected(refusal(errno));
  }
  const Result<void> single = map_single(uid, gid);
  if (!single) {
    return fail(Code::kUnsupported,
                "user namespaces cannot be used here: " + single.error().message);
  }
  return IdKind::kSingle;
}

}  // namespace

std::optional<GrantedRanges> granted_ranges() {
  if (::access(kUserMapper, X_OK) != 0 || ::access(kGroupMapper, X_OK) != 0) {
    return std::nullopt;
  }
  const auto users = range_in("/etc/subuid", ::geteuid());
  const auto groups = range_in("/etc/subgid", ::geteuid());
  if (!users || !groups) {
    return std::nullopt;
  }
  return GrantedRanges{*users, *groups};
}

Result<PodIds> join_user_namespace(pid_t member, int flags) {
  const bool is_root = ::geteuid() == 0;
  std::vector<std::pair<UniqueFd, int>> doors;
  for (const auto& [name, kind] :
       std::array<std::pair<const char*, int>, 5>{{{"user", CLONE_NEWUSER},
                                                   {"mnt", CLONE_NEWNS},
                                                   {"ipc", CLONE_NEWIPC},
                                                   {"uts", CLONE_NEWUTS},
                                                   {"pid_for_children", CLONE_NEWPID}}}) {
    if (kind == CLONE_NEWPID && (flags & CLONE_NEWPID) == 0) {
      continue;
    }
    const std::string file = proc_file(member, (std::string("ns/") + name).c_str());
    doors.emplace_back(UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC)), kind);
    if (!doors.back().first.valid()) {
      return tl::unexpected(errno_error("entering the pod through " + file));
    }
  }
  for (const auto& [fd, kind] : doors) {
    if (::setns(fd.get(), kind) != 0) {
      return tl::unexpected(errno_error("entering the pod's namespaces"));
    }
  }
  TRY_ASSIGN(IdMap users, read_map("/proc/self/uid_map"));
  TRY_ASSIGN(IdMap groups, read_map("/proc/self/gid_map"));
  const IdKind kind = is_root ? IdKind::kSame : users.size() > 1 ? IdKind::kRange : IdKind::kSingle;
  return PodIds{kind, std::move(users), std::move(groups)};
}

Result<PodIds> enter_user_namespace(int flags) {
  TRY_ASSIGN(const IdKind kind, unshare_and_map(flags));
  TRY_ASSIGN(IdMap users, read_map("/proc/self/uid_map"));
  TRY_ASSIGN(IdMap groups, read_map("/proc/self/gid_map"));
  return PodIds{kind, std::move(users), std::move(groups)};
}

Result<void> write_nested_map(const PodIds& ids, pid_t process, uid_t uid, gid_t gid) {
  TRY(write_proc(proc_file(process, "uid_map"), to_text(with_root_as(ids.users, uid))));
  return write_proc(proc_file(process, "gid_map"), to_text(with_root_as(ids.groups, gid)));
}

}  // namespace sluice::containers
