// SPDX-License-Identifier: Apache-2.0
// The order: the system call profile while this process is an administrator, the bound of
// capabilities while it may set it, then the user, then what is left of the capabilities.
#include "containers/confinement.h"

#include <grp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "base/text.h"
#include "containers/capabilities.h"
#include "containers/program.h"
#include "containers/seccomp.h"
#include "containers/shared_users.h"

namespace sluice::containers {
namespace {

Result<void> ask_for_map(const Channel& channel) {
  if (::unshare(CLONE_NEWUSER) != 0) {
    return tl::unexpected(errno_error("making a user namespace"));
  }
  channel.say(Word::kMapMe);
  const Message answer = channel.listen();
  if (!answer.text.empty()) {
    return fail(Code::kInternal, answer.text);
  }
  return {};
}

Result<void> join_users(int users) {
  if (::setns(users, CLONE_NEWUSER) != 0) {
    return tl::unexpected(errno_error("entering a user namespace"));
  }
  return {};
}

std::string list_of(const std::vector<gid_t>& groups) {
  std::vector<std::string> words;
  for (const gid_t group : groups) {
    words.push_back(std::to_string(group));
  }
  return join(words, ", ");
}

// Those that exist here. The user's own groups outside are kept when none is asked for: they open
// the files of projects.
std::vector<gid_t> possible_groups(const Identity& identity, const PodIds& ids,
                                   const Channel& channel) {
  const IdMap map =
      needs_own_users(ids, identity) ? with_root_as(ids.groups, identity.gid) : ids.groups;
  std::vector<gid_t> possible;
  std::vector<gid_t> missing;
  for (const gid_t group : identity.groups) {
    if (ids.kind != IdKind::kSingle && is_mapped(map, group)) {
      possible.push_back(group);
    } else if (group != identity.gid) {
      missing.push_back(group);
    }
  }
  if (!missing.empty()) {
    channel.say(Word::kNote, "supplementary groups " + list_of(missing) +
                                 " are not given: they are outside of the user's range in "
                                 "/etc/subgid, or newgidmap is missing");
  }
  return possible;
}

Result<void> become_user(const Identity& identity, const PodIds& ids, const Channel& channel) {
  const std::vector<gid_t> groups = possible_groups(identity, ids, channel);
  if ((ids.kind == IdKind::kSame || !groups.empty()) &&
      ::setgroups(groups.size(), groups.data()) != 0) {
    return fail(Code::kInvalid, "supplementary groups " + list_of(groups) + ": " + cause_of(errno));
  }
  if (::setresgid(identity.gid, identity.gid, identity.gid) != 0) {
    return fail(Code::kInvalid, "group " + std::to_string(identity.gid) + ": " + cause_of(errno));
  }
  if (::setresuid(identity.uid, identity.uid, identity.uid) != 0) {
    return fail(Code::kInvalid, "user " + std::to_string(identity.uid) + ": " + cause_of(errno));
  }
  return {};
}

Result<void> load_seccomp(const Privileges& privileges, Capabilities allowed) {
  if (privileges.privileged || privileges.seccomp == Seccomp::kUnconfined) {
    return {};
  }
  return load_profile(default_profile(allowed));
}

}  // namespace

Result<void> confine(const Launch& launch, const PodIds& ids, const Channel& channel,
                     InContainer place, int shared_users) {
  const Identity identity = launch.identity.value_or(Identity{});
  TRY_ASSIGN(const Capabilities allowed, allowed_capabilities(launch.privileges));
  if (place == InContainer::kFirst && needs_own_users(ids, identity)) {
    TRY(shared_users >= 0 ? join_users(shared_users) : ask_for_map(channel));
  }
  if (launch.terminal) {
    [[maybe_unused]] const int owned = ::fchown(STDIN_FILENO, identity.uid, gid_t(-1));
  }
  TRY(load_seccomp(launch.privileges, allowed));
  TRY(bound_capabilities(allowed));
  TRY(become_user(identity, ids, channel));
  TRY(keep_capabilities(identity.uid == 0 ? allowed : 0));
  if (launch.privileges.no_new_privileges && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return tl::unexpected(errno_error("setting no_new_privs"));
  }
  return {};
}

}  // namespace sluice::containers
