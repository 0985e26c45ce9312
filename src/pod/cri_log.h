// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/log_files.h"

namespace sluice::pod {

// Container output on disk, in the form container runtimes use:
//   2030-01-01T00:00:00.000000000Z stdout F a whole line
//   2030-01-01T00:00:00.000000000Z stderr P a part, continued by the next line of that stream
// Output that ends without a line break ends in a P.

enum class OutputStream { kStdout, kStderr };

// Appends what a container prints, and begins a new piece when the newest one is full
// (log_files.h). Longer lines than kMaxLine are cut into parts. Not thread-safe.
class CriLogWriter {
 public:
  static constexpr std::size_t kMaxLine = 16 * 1024;

  static Result<CriLogWriter> open(const std::filesystem::path& path, const Clock& clock);

  // Fails when the disk is full; the bytes are then lost, the writer stays usable.
  Result<void> append(OutputStream stream, std::string_view bytes);

  // Writes out what has not ended in a line break.
  Result<void> finish(OutputStream stream);

 private:
  CriLogWriter(std::filesystem::path path, const Clock& clock)
      : path_(std::move(path)), clock_(&clock) {}
  Result<void> open_piece();
  Result<void> write_out(const std::string& text);

  std::filesystem::path path_;
  UniqueFd fd_;
  std::size_t size_ = 0;  // of this piece
  const Clock* clock_;
  std::array<std::string, 2> pending_;  // by stream
};

struct CriLine {
  std::string_view time;  // as written
  std::string_view stream;
  bool partial = false;
  std::string_view text;
};

// One line of such a file, without its end; nothing when it is none.
std::optional<CriLine> parse_cri_line(std::string_view line);

}  // namespace sluice::pod
