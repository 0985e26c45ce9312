// SPDX-License-Identifier: Apache-2.0
#include "base/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "base/files.h"

namespace sluice {

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(errno_error("making a pipe"));
  }
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace sluice
