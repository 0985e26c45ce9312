// SPDX-License-Identifier: Apache-2.0
#include "cmd/home.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "cmd/host_name.h"
#include "cmd/variable.h"

namespace sluice::cmd {

Result<Home> Home::find(const std::string& option) {
  if (!option.empty()) {
    return Home(std::filesystem::absolute(option));
  }
  if (const std::string given = variable("SLUICE_HOME"); !given.empty()) {
    return Home(std::filesystem::absolute(given));
  }
  std::string home = variable("HOME");
  if (home.empty()) {
    const passwd* entry = ::getpwuid(::getuid());
    home = entry == nullptr ? "" : entry->pw_dir;
  }
  if (home.empty()) {
    return fail(Code::kNotFound, "neither --home, $SLUICE_HOME nor $HOME says where to keep state");
  }
  return Home(std::filesystem::path(home) / ".sluice");
}

Result<void> Home::prepare() const {
  TRY(make_directory(directory_, 0700));
  struct stat status {};
  if (::stat(directory_.c_str(), &status) != 0) {
    return tl::unexpected(errno_error("looking at " + directory_.string()));
  }
  if (status.st_uid != ::getuid()) {
    return fail(Code::kForbidden, directory_.string() + " belongs to another user");
  }
  if ((status.st_mode & 077U) != 0) {
    return fail(Code::kForbidden, directory_.string() + " is open to others; close it: chmod 700 " +
                                      directory_.string());
  }
  return {};
}

Result<Holder> read_holder(const Home& home) {
  TRY_ASSIGN(const std::string text, read_file(home.pid_file()));
  const auto parts = split(trim(text), ' ');
  const auto pid = parse_int(parts[0]);
  if (!pid || parts.size() < 3) {
    return fail(Code::kInvalid, home.pid_file().string() + ": expected \"PID HOST TIME\"");
  }
  return Holder{.pid = static_cast<pid_t>(*pid),
                .host = std::string(parts[1]),
                .since = std::string(parts[2])};
}

Result<HomeLock> HomeLock::take(const Home& home) {
  UniqueFd fd(::open(home.lock_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + home.lock_file().string()));
  }
  // A killed process lets go only when its last thread has ended: worth a moment's patience.
  constexpr std::chrono::milliseconds kDying{500};
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0 ||
      (await_release(home, kDying) && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0)) {
    return HomeLock(std::move(fd));
  }
  if (errno != EWOULDBLOCK) {
    return tl::unexpected(errno_error("locking " + home.lock_file().string()));
  }
  const auto holder = read_holder(home);
  const std::string who = holder ? "process " + std::to_string(holder->pid) + " on " +
                                       holder->host + " since " + holder->since
                                 : "another process that is just starting";
  return fail(Code::kAlreadyExists, home.directory().string() + " is in use by " + who +
                                        "; `sluice status` shows it, `sluice down` stops it");
}

Result<void> HomeLock::announce(const Home& home, const std::string& since) const {
  return write_file_atomic(home.pid_file(),
                           std::to_string(::getpid()) + " " + host_name() + " " + since + "\n");
}

bool is_held(const Home& home) {
  const UniqueFd fd(::open(home.lock_file().c_str(), O_RDWR | O_CLOEXEC));
  if (!fd.valid()) {
    return false;
  }
  if (::flock(fd.get(), LOCK_SH | LOCK_NB) == 0) {
    return false;
  }
  return errno == EWOULDBLOCK;
}

bool await_release(const Home& home, Duration patience) {
  return wait_until(patience, [&] { return !is_held(home); });
}

}  // namespace sluice::cmd
