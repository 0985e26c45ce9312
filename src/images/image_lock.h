// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::images {

// Keeps processes on all nodes from doing the same work, or from removing what another looks at.
// The lock is the kernel's (flock, which NFS passes on), so a holder that dies leaves none behind.
// Where a file system has no locks it is had at once by everybody: work may be done twice, never
// wrong.
class ImageLock {
 public:
  enum class Mode { kShared, kExclusive };
  // Waits; Cancelled when asked to stop.
  static Result<ImageLock> take(const std::filesystem::path& path, Mode mode,
                                const std::stop_token& stop);
  // AlreadyExists when somebody holds it.
  static Result<ImageLock> try_take(const std::filesystem::path& path, Mode mode);

  // False where the file system has no locks: others may think they have it too.
  bool is_real() const { return real_; }

 private:
  ImageLock(UniqueFd fd, bool real) : fd_(std::move(fd)), real_(real) {}
  UniqueFd fd_;
  bool real_;
};

}  // namespace sluice::images
