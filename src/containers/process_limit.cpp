// SPDX-License-Identifier: Apache-2.0
#include "containers/process_limit.h"

#include <sys/resource.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"

namespace sluice::containers {
namespace {

constexpr std::uint64_t kPercent = 15;
constexpr std::int64_t kSmallMachine = 32768;  // where the kernel does not say

std::uint64_t number_in(const char* file) {
  const auto number = parse_int(trim(read_file(file).value_or("")));
  return static_cast<std::uint64_t>(std::max<std::int64_t>(number.value_or(kSmallMachine), 1));
}

}  // namespace

std::uint64_t usual_process_limit() {
  const std::uint64_t machine =
      std::min(number_in("/proc/sys/kernel/pid_max"), number_in("/proc/sys/kernel/threads-max"));
  return std::max<std::uint64_t>(machine * kPercent / 100, 1);
}

void limit_processes(std::uint64_t most) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NPROC, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, most);
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
    ::setrlimit(RLIMIT_NPROC, &limit);
  }
}

}  // namespace sluice::containers
