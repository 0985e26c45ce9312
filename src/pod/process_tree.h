// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/clock.h"

namespace sluice::pod {

// What processes have used of the processors so far, and hold of memory now.
struct TreeUsage {
  Duration cpu{};                   // theirs and of children they have waited for
  std::int64_t resident_bytes = 0;  // shared pages count for everyone who has them
};

// Of these processes and all that descend from them, as /proc tells it. The cost follows their
// number, not that of the machine's processes. Processes that have gone count for nothing.
TreeUsage tree_usage(std::span<const pid_t> roots);

// One line of /proc/<pid>/stat; nothing when it is none. Times are in ticks of `tick`.
std::optional<TreeUsage> parse_stat(std::string_view text, Duration tick, std::int64_t page_size);

}  // namespace sluice::pod
