// SPDX-License-Identifier: Apache-2.0
#include "base/write_all.h"

#include <unistd.h>

#include <cerrno>

#include "base/files.h"

namespace sluice {

Result<void> write_all(int fd, std::string_view bytes, const std::string& doing) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return tl::unexpected(errno_error(doing));
    }
    bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace sluice
