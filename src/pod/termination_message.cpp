// SPDX-License-Identifier: Apache-2.0
#include "pod/termination_message.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/unique_fd.h"
#include "pod/foreign_text.h"

namespace sluice::pod {
namespace {

constexpr off_t kMostBytes = 4096;
constexpr std::size_t kMostTail = 2048;
constexpr int kMostLines = 80;
constexpr mode_t kForEveryone = 0666;

bool written_before(const struct stat& file, WallTime since) {
  const auto written =
      std::chrono::seconds(file.st_mtim.tv_sec) + std::chrono::nanoseconds(file.st_mtim.tv_nsec);
  // The kernel stamps files with a clock that is some milliseconds behind.
  return written + std::chrono::milliseconds(20) < since.time_since_epoch();
}

}  // namespace

Result<void> make_message_file(const std::filesystem::path& path) {
  const UniqueFd file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, kForEveryone));
  if (!file.valid() || ::fchmod(file.get(), kForEveryone) != 0) {
    return tl::unexpected(errno_error("creating " + path.string()));
  }
  return {};
}

// The container may have put anything there: only a plain file is read, without waiting.
std::string read_message(const std::filesystem::path& path, WallTime since) {
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat facts {};
  if (!file.valid() || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
      written_before(facts, since)) {
    return "";
  }
  std::string bytes(static_cast<std::size_t>(std::min(facts.st_size, kMostBytes)), '\0');
  const ssize_t got = ::pread(file.get(), bytes.data(), bytes.size(),
                              std::max<off_t>(0, facts.st_size - kMostBytes));
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  return readable(bytes, static_cast<std::size_t>(kMostBytes));
}

void OutputTail::add(std::string_view bytes) {
  bytes_ += bytes.size() > kMostTail ? bytes.substr(bytes.size() - kMostTail) : bytes;
  if (bytes_.size() > kMostTail) {
    bytes_.erase(0, bytes_.size() - kMostTail);
  }
}

std::string OutputTail::text() const {
  int breaks = bytes_.ends_with('\n') ? -1 : 0;  // the last line's own end is none between lines
  std::size_t start = bytes_.size();
  for (; start > 0; --start) {
    if (bytes_[start - 1] == '\n' && ++breaks == kMostLines) {
      break;
    }
  }
  return readable(std::string_view(bytes_).substr(start), kMostTail);
}

}  // namespace sluice::pod
