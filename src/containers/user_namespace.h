// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>

#include "base/result.h"
#include "containers/id_map.h"

namespace sluice::containers {

// How the ids of a pod are those of the machine.
enum class IdKind {
  kSame,    // started by root: every id is itself
  kRange,   // root is the user, the others come from the user's range in /etc/subuid and subgid
  kSingle,  // root is the user, there is nobody else
};

struct PodIds {
  IdKind kind = IdKind::kSingle;
  IdMap users = {};
  IdMap groups = {};
};

// Moves this process, which has one thread, into new namespaces: `flags` are CLONE_NEW… besides the
// user namespace, in which it is root. Unsupported when this machine does not allow it, with what
// its administrator can do.
Result<PodIds> enter_user_namespace(int flags);

// Moves this process, which has one thread, into the namespaces of one that is in such ones
// already and lets others of its user look at it (prctl PR_SET_DUMPABLE): users, mounts, messages
// and names, and with CLONE_NEWPID in `flags` the processes that its children are among. NotFound:
// it has gone.
Result<PodIds> join_user_namespace(pid_t member, int flags);

// Writes the maps of a process that is in a new user namespace below this one, in which the user is
// `uid` and the group `gid`.
Result<void> write_nested_map(const PodIds& ids, pid_t process, uid_t uid, gid_t gid);

// The ranges of the user that runs this, where newuidmap and newgidmap can grant them.
struct GrantedRanges {
  IdRange users;
  IdRange groups;
};
std::optional<GrantedRanges> granted_ranges();

}  // namespace sluice::containers
