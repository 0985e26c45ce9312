// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/unique_fd.h"

namespace sluice::containers {

// What a runtime is asked for, as plain data: everything is resolved, nothing is looked up.

// How mounts made later on one side of a mount appear on the other. To the machine itself nothing
// ever goes back: "Bidirectional" holds among the containers of the pod.
enum class Propagation { kNone, kHostToContainer, kBidirectional };

// A file or directory of the machine at a place in the container. A target that does not exist is
// made in the container's writable layer, with the parents it needs; links in it are followed
// inside the container's root only.
struct Mount {
  std::filesystem::path source;
  std::string target;  // absolute
  bool read_only = false;
  bool recursive_read_only = false;  // also what is mounted below the source
  Propagation propagation = Propagation::kNone;
};

struct Identity {
  uid_t uid = 0;
  gid_t gid = 0;
  std::vector<gid_t> groups = {};  // supplementary
};

enum class Seccomp { kDefault, kUnconfined };

struct Privileges {
  std::vector<std::string> add = {};   // capabilities beyond the default set: "NET_ADMIN", "ALL"
  std::vector<std::string> drop = {};  // "ALL" first, then what `add` names stays
  bool privileged = false;             // every capability, no seccomp, the machine's /dev and /sys
  bool no_new_privileges = false;
  Seccomp seccomp = Seccomp::kDefault;
};

// A window of the terminal; rows and columns may be 0.
struct Terminal {
  std::uint16_t rows = 0;
  std::uint16_t columns = 0;
};

// One process to start: a container's first, or a further one. The descriptors stay the caller's.
struct Launch {
  std::string name = {};
  std::filesystem::path root = {};  // the image's files, never written to
  // Of this container alone: its writable layer, made afresh by every start. Removed by the caller
  // while it is in the sandbox: outside, not even the owner may read all of it.
  std::filesystem::path scratch = {};
  bool read_only_root = false;
  std::vector<std::string> argv = {};
  std::vector<std::string> environment = {};  // complete: "NAME=value"
  std::string working_directory = {};         // made if missing; empty: "/"
  std::optional<Identity> identity = {};      // none: whoever the runtime's root is
  bool shares_users = false;                  // with others of that identity, as the sandbox says
  Privileges privileges = {};
  std::vector<Mount> mounts = {};
  std::optional<Terminal> terminal = {};  // then the three descriptors are not looked at
  pid_t processes_of = 0;                 // a running container whose processes it sees; 0: its own
  int stdin_fd = -1;                      // -1: /dev/null, as for the others
  int stdout_fd = -1;
  int stderr_fd = -1;
  std::vector<int> inherited = {};  // further descriptors it has under the same numbers
};

// A file system in memory, writable for everybody, that containers of the pod share by mounting its
// directory.
struct MemoryVolume {
  std::filesystem::path directory;  // exists
  std::uint64_t bytes = 0;          // 0: half of the machine's memory
};

// What the containers of one pod share.
struct Sandbox {
  std::string hostname = {};           // empty: the machine's
  std::filesystem::path scratch = {};  // a directory on this machine for the runtime's own use
  bool share_processes = false;        // all containers in one process namespace
  bool host_processes = false;
  bool host_ipc = false;
  // Processes and threads of all containers together (process_limit.h); 0: the usual number.
  std::uint64_t max_processes = 0;
  std::vector<MemoryVolume> memory = {};
  // Of containers that trust each other with their memory, as the ranks of an MPI program do: they
  // have their users in common, and may look at each other's processes.
  std::optional<Identity> users = {};
  std::vector<std::pair<std::string, std::string>> sysctls = {};  // "kernel.shm_rmid_forced", "1"
};

// What could not be given exactly as asked, as sentences for an event: never silence.
using Notes = std::vector<std::string>;

struct Started {
  pid_t pid = 0;
  UniqueFd terminal = {};  // the controlling side of the terminal, when one was asked for
  Notes notes = {};
};

}  // namespace sluice::containers
