// SPDX-License-Identifier: Apache-2.0
#include "containers/shared_users.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

constexpr const char* kNote = "users";  // which descriptor of the maker it is

// In a child that then ends: the namespace stays with the descriptor it sends.
Error send_new_users(const Channel& channel) {
  if (::unshare(CLONE_NEWUSER) != 0) {
    return errno_error("making a user namespace");
  }
  channel.say(Word::kMapMe);
  if (const Message answer = channel.listen(); !answer.text.empty()) {
    return {Code::kInternal, answer.text};
  }
  const UniqueFd door(::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
  if (!door.valid()) {
    return errno_error("opening a user namespace");
  }
  channel.say(Word::kTerminal, "", door.get());
  ::_exit(0);
}

}  // namespace

bool needs_own_users(const PodIds& ids, const Identity& identity) {
  return ids.kind != IdKind::kSame && (identity.uid != 0 || !is_mapped(ids.groups, identity.gid));
}

Result<UniqueFd> make_shared_users(const PodIds& ids, const Identity& identity,
                                   const std::filesystem::path& scratch) {
  TRY_ASSIGN(Started made, spawn({.map =
                                      [&](pid_t process) {
                                        return write_nested_map(ids, process, identity.uid,
                                                                identity.gid);
                                      }},
                                 send_new_users));
  ::waitpid(made.pid, nullptr, 0);
  if (!made.terminal.valid()) {
    return fail(Code::kInternal, "a user namespace was made and lost");
  }
  TRY(write_file_replacing(scratch / kNote, std::to_string(made.terminal.get()) + "\n", 0600));
  return std::move(made.terminal);
}

UniqueFd find_shared_users(pid_t member, const std::filesystem::path& scratch) {
  const auto number = parse_int(trim(read_file(scratch / kNote).value_or("")));
  if (!number) {
    return UniqueFd();
  }
  const std::string file = "/proc/" + std::to_string(member) + "/fd/" + std::to_string(*number);
  return UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

}  // namespace sluice::containers
