// SPDX-License-Identifier: Apache-2.0
#include "base/process_usage.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/text.h"

namespace sluice {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

Result<ProcessUsage> process_usage() {
  ProcessUsage usage;
  rusage times{};
  ::getrusage(RUSAGE_SELF, &times);
  usage.cpu_seconds = seconds(times.ru_utime) + seconds(times.ru_stime);

  TRY_ASSIGN(const std::string memory, read_file("/proc/self/statm"));  // pages: all, resident, …
  const auto pages = split(memory, ' ');
  const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (pages.size() > 1) {
    usage.virtual_bytes = static_cast<std::uint64_t>(parse_int(pages[0]).value_or(0)) * page_size;
    usage.resident_bytes = static_cast<std::uint64_t>(parse_int(pages[1]).value_or(0)) * page_size;
  }

  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  usage.max_open_files = limit.rlim_cur;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end;
       !error && entry != end; entry.increment(error)) {
    ++usage.open_files;
  }
  return usage;
}

}  // namespace sluice
