// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "pod/protocol.h"

namespace sluice::pod {

// The runner's truth on disk: one report a line, the last whole line counts. Appending costs no new
// inode, which on a busy ext4 is dearer than everything else a short pod does. A reader that meets
// a half written line takes the one before it.
class StatusFile {
 public:
  explicit StatusFile(const std::filesystem::path& attempt_dir);

  // Starts the file anew, atomically, before it grows past kLimit.
  Result<void> append(const PodReport& report);
  Result<void> sync() const;  // what was appended survives a power cut

  static constexpr std::size_t kLimit = 64 * 1024;

 private:
  std::filesystem::path path_;
  std::size_t size_ = 0;
  bool torn_ = false;  // the disk was full in the middle of a line
};

// Nothing when there is no whole report yet.
std::optional<PodReport> read_status(const std::filesystem::path& attempt_dir);

}  // namespace sluice::pod
