// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/protocol.h"

namespace sluice::pod {

// A directory on the node for what lives only as long as the pod: writable layers, emptyDir
// volumes. Private to its user, removed when let go of. It is locked while its runner lives, so
// that the next runner on the node finds and removes those whose runner was killed.
class Scratch {
 public:
  // Where it is below `parent`, usually $TMPDIR or /tmp. `node`: of a pod that is on several nodes,
  // which may be one machine.
  static std::filesystem::path place(const std::filesystem::path& parent, const Attempt& attempt,
                                     const std::string& node = "");

  // AlreadyExists: it is there.
  static Result<Scratch> make(std::filesystem::path place);
  // What is there and nobody holds is of an earlier run, and goes first.
  static Result<Scratch> make_anew(const std::filesystem::path& place);
  ~Scratch();
  Scratch(Scratch&&) noexcept = default;
  Scratch& operator=(Scratch&&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Deletes those of this user below `parent` that nobody holds. What cannot be deleted stays.
  static void sweep(const std::filesystem::path& parent);

 private:
  Scratch(std::filesystem::path path, UniqueFd lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  UniqueFd lock_;
};

}  // namespace sluice::pod
