// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice {

// Files as this program needs them: whole, small, private. Errors name the path and the cause.

Result<std::string> read_file(const std::filesystem::path& path);

// Replaces `path` atomically (temporary file beside it, fsync, rename): a reader sees the old or
// the new content, never a part. `mode` applies from the first byte on.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view content,
                               mode_t mode = 0600);

// The same without waiting for the disk: still atomic for readers, lost at worst by a power cut.
Result<void> write_file_replacing(const std::filesystem::path& path, std::string_view content,
                                  mode_t mode = 0600);

// Adds `content` at the end, creating the file (0600) if needed, and closes it again.
Result<void> append_to_file(const std::filesystem::path& path, std::string_view content);

// What was written to `path` so far survives a power cut.
Result<void> sync_file(const std::filesystem::path& path);

// Creates `path` with `content` only if nothing is there: exactly one of several callers, also on
// different machines of a shared file system (link(2)), succeeds; the others get AlreadyExists.
// The content is complete the moment the name appears.
Result<void> create_file_exclusive(const std::filesystem::path& path, std::string_view content,
                                   mode_t mode = 0600);

// Creates the directory and its parents; the last one gets `mode`. An existing one is left alone.
Result<void> make_directory(const std::filesystem::path& path, mode_t mode = 0700);

Result<std::vector<std::string>> list_directory(const std::filesystem::path& path);

// Deletes `path` and everything below it; a missing path is fine.
Result<void> remove_tree(const std::filesystem::path& path);

// "opening /x: No such file or directory" from errno, with the code that fits it.
Error errno_error(std::string_view doing);

// A fresh private directory below $TMPDIR (or /tmp), deleted with everything in it on destruction.
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(std::string_view prefix = "sluice");
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sluice
