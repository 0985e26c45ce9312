// SPDX-License-Identifier: Apache-2.0
// See proc_pid_stat(5): the name of the program stands in parentheses and may hold anything, so the
// fields are counted from the last closing one.
#include "pod/process_tree.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/child_processes.h"
#include "base/files.h"
#include "base/text.h"

namespace sluice::pod {
namespace {

// Positions after the name; the state is the first.
constexpr std::size_t kUserTime = 11;  // and system time, then both of the children waited for
constexpr std::size_t kTimes = 4;
constexpr std::size_t kResidentPages = 21;

// Small enough for all that is done with it.
std::int64_t number(std::string_view text) {
  constexpr std::int64_t kMost = std::int64_t{1} << 36;
  return std::clamp<std::int64_t>(parse_int(text).value_or(0), 0, kMost);
}

Duration clock_tick() {
  return Duration(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
}

}  // namespace

std::optional<TreeUsage> parse_stat(std::string_view text, Duration tick, std::int64_t page_size) {
  const std::size_t name_end = text.rfind(") ");
  if (name_end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto fields = split(trim(text.substr(name_end + 2)), ' ');
  if (fields.size() <= kResidentPages) {
    return std::nullopt;
  }
  std::int64_t ticks = 0;
  for (std::size_t i = kUserTime; i < kUserTime + kTimes; ++i) {
    ticks += number(fields[i]);
  }
  return TreeUsage{ticks * tick, number(fields[kResidentPages]) * page_size};
}

TreeUsage tree_usage(std::span<const pid_t> roots) {
  static const Duration tick = clock_tick();
  static const std::int64_t page_size = ::sysconf(_SC_PAGESIZE);
  TreeUsage total;
  std::vector<pid_t> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const pid_t process = open.back();
    open.pop_back();
    const auto text = read_file("/proc/" + std::to_string(process) + "/stat");
    const auto own = text ? parse_stat(*text, tick, page_size) : std::nullopt;
    if (!own) {
      continue;
    }
    total.cpu += own->cpu;
    total.resident_bytes += own->resident_bytes;
    const std::vector<pid_t> children = children_of(process);
    open.insert(open.end(), children.begin(), children.end());
  }
  return total;
}

}  // namespace sluice::pod
