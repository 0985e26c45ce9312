// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::cmd {

// The one directory that holds everything an installation knows ($SLUICE_HOME, mode 0700), and the
// lock that makes sure one process at a time uses it. Names of files stand only here.
class Home {
 public:
  explicit Home(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // --home if given, else $SLUICE_HOME, else ~/.sluice.
  static Result<Home> find(const std::string& option);

  // Creates the directory when missing; refuses one that others can read or that is not ours.
  Result<void> prepare() const;

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path store() const { return directory_ / "store.db"; }
  std::filesystem::path pki() const { return directory_ / "pki"; }
  std::filesystem::path kubeconfig() const { return directory_ / "kubeconfig"; }
  std::filesystem::path log() const { return directory_ / "sluice.log"; }
  std::filesystem::path config() const { return directory_ / "config.yaml"; }
  std::filesystem::path cluster_id() const { return directory_ / "cluster-id"; }
  std::filesystem::path volumes() const { return directory_ / "volumes"; }
  std::filesystem::path images() const { return directory_ / "images"; }
  std::filesystem::path pods() const { return directory_ / "pods"; }
  std::filesystem::path local() const { return directory_ / "local"; }  // of the local executor
  std::filesystem::path address() const { return directory_ / "address"; }
  std::filesystem::path lock_file() const { return directory_ / "sluice.lock"; }
  std::filesystem::path pid_file() const { return directory_ / "sluice.pid"; }

 private:
  std::filesystem::path directory_;
};

// Who runs on a home, as its pid file tells.
struct Holder {
  pid_t pid = 0;
  std::string host;
  std::string since;
};
Result<Holder> read_holder(const Home& home);

// Exclusive use of a home for the life of this object (and of the process it is in). The lock is
// the kernel's: a killed process leaves none behind.
class HomeLock {
 public:
  // AlreadyExists names the process that holds it.
  static Result<HomeLock> take(const Home& home);

  // Writes the pid file for the calling process; after daemonizing, by the process that stays.
  Result<void> announce(const Home& home, const std::string& since) const;

 private:
  explicit HomeLock(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

// Whether some process holds the home's lock now.
bool is_held(const Home& home);

// True once nobody holds it any more; false when `patience` ran out first.
bool await_release(const Home& home, Duration patience);

}  // namespace sluice::cmd
