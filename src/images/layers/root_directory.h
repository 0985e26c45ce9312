// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::images {

// A directory that becomes, or is, the root of containers. Paths are resolved as a process inside
// would: absolute links start here and ".." ends here, so that no path leads out. Nobody else may
// change the tree meanwhile. One thread.
class RootDirectory {
 public:
  static Result<RootDirectory> open(const std::filesystem::path& path);

  struct Place {
    UniqueFd directory;  // O_PATH
    std::string path;    // without links, from here: "" or "usr/lib"
  };

  // A directory inside; links on the way and at the end are followed. NotFound when it is missing,
  // unless the missing ones are to be made (0755).
  enum class Missing { kIsAnError, kIsMade };
  Result<Place> directory(std::string_view path, Missing missing) const;

  // A regular file inside, for reading, links followed. NotFound also for anything else there.
  Result<UniqueFd> file(std::string_view path) const;

 private:
  explicit RootDirectory(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

// The target of the link; nothing when it is none.
Result<std::string> read_link(int directory, const std::string& name);

}  // namespace sluice::images
