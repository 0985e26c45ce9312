// SPDX-License-Identifier: Apache-2.0
#include "pod/scratch.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "sluice-pod-";
constexpr int kTries = 50;
constexpr int kBetweenTriesMilliseconds = 5;

// The lock of a directory is the directory itself: it vanishes with it.
UniqueFd lock_directory(const fs::path& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (fd.valid() && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    fd.reset();
  }
  return fd;
}

bool is_mine(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid();
}

// It may have been removed between the opening and the lock.
bool is_still(int directory, const fs::path& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(directory, &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// What is mounted below it in our namespace would keep it there.
void unmount_below(const fs::path& path) {
  std::vector<std::string> points;
  const std::string mounts = read_file("/proc/self/mountinfo").value_or("");
  for (const std::string_view line : split(mounts, '\n')) {
    const auto fields = split(line, ' ');
    if (fields.size() > 4 && fields[4].starts_with(path.string() + "/")) {
      points.emplace_back(fields[4]);
    }
  }
  for (auto point = points.rbegin(); point != points.rend(); ++point) {
    ::umount2(point->c_str(), MNT_DETACH);
  }
}

// Containers leave directories without write permission behind.
void remove_all_of(const fs::path& path) {
  unmount_below(path);
  std::error_code error;
  for (fs::recursive_directory_iterator
           it(path, fs::directory_options::skip_permission_denied, error),
       end;
       !error && it != end; it.increment(error)) {
    if (it->is_directory(error) && !it->is_symlink(error)) {
      ::chmod(it->path().c_str(), 0700);
    }
  }
  const auto removed = remove_tree(path);
  if (!removed) {
    log::warning("a scratch directory stays behind", {{"error", removed.error().message}});
  }
}

// One whose lock somebody holds is in use.
void sweep_one(const fs::path& path) {
  const UniqueFd lock = lock_directory(path);
  if (lock.valid()) {
    remove_all_of(path);
  }
}

}  // namespace

fs::path Scratch::place(const fs::path& parent, const Attempt& attempt, const std::string& node) {
  return parent / (std::string(kPrefix) + attempt.uid + "-" + std::to_string(attempt.number) +
                   (node.empty() ? "" : "-" + node));
}

Result<Scratch> Scratch::make_anew(const fs::path& path) {
  if (is_mine(path)) {
    sweep_one(path);  // of an earlier run, whose job was requeued
  }
  for (int tries = 1; tries < kTries; ++tries) {
    auto made = make(path);
    if (made || made.error().code != Code::kAlreadyExists) {
      return made;
    }
    ::poll(nullptr, 0, kBetweenTriesMilliseconds);
  }
  return make(path);
}

// Until it is locked, the sweep of another pod that starts here takes it for a leftover.
Result<Scratch> Scratch::make(fs::path path) {
  for (int tries = 0; tries < kTries; ++tries) {
    if (::mkdir(path.c_str(), 0700) != 0) {
      return tl::unexpected(errno_error("creating " + path.string()));
    }
    UniqueFd lock = lock_directory(path);
    if (lock.valid() && is_still(lock.get(), path)) {
      return Scratch(std::move(path), std::move(lock));
    }
    ::poll(nullptr, 0, kBetweenTriesMilliseconds);
  }
  return fail(Code::kUnavailable, path.string() + " is removed as soon as it is made");
}

Scratch::~Scratch() {
  if (lock_.valid()) {
    remove_all_of(path_);
  }
}

void Scratch::sweep(const fs::path& parent) {
  const auto names = list_directory(parent);
  if (!names) {
    return;
  }
  for (const std::string& name : *names) {
    const fs::path path = parent / name;
    if (name.starts_with(kPrefix) && is_mine(path)) {
      sweep_one(path);
    }
  }
}

}  // namespace sluice::pod
