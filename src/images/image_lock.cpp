// SPDX-License-Identifier: Apache-2.0
#include "images/image_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/files.h"

namespace sluice::images {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};

}  // namespace

Result<ImageLock> ImageLock::try_take(const std::filesystem::path& path, Mode mode) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  const int operation = (mode == Mode::kShared ? LOCK_SH : LOCK_EX) | LOCK_NB;
  const bool locked = ::flock(fd.get(), operation) == 0;
  if (locked || errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK || errno == EINVAL) {
    return ImageLock(std::move(fd), locked);
  }
  if (errno == EWOULDBLOCK) {
    return fail(Code::kAlreadyExists, path.string() + " is locked");
  }
  return tl::unexpected(errno_error("locking " + path.string()));
}

// A blocking flock could not be interrupted by the stop token.
Result<ImageLock> ImageLock::take(const std::filesystem::path& path, Mode mode,
                                  const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  while (true) {
    auto lock = try_take(path, mode);
    if (lock || lock.error().code != Code::kAlreadyExists) {
      return lock;
    }
    std::unique_lock waiting(mutex);
    never.wait_for(waiting, stop, kBetweenLooks, [] { return false; });
    if (stop.stop_requested()) {
      return fail(Code::kCancelled, "the pull was cancelled");
    }
  }
}

}  // namespace sluice::images
