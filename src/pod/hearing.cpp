// SPDX-License-Identifier: Apache-2.0
#include "pod/hearing.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/text.h"

namespace sluice::pod {
namespace {

std::string_view field(std::string_view status, std::string_view name) {
  for (const std::string_view line : split(status, '\n')) {
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':')) {
      return trim(line.substr(name.size() + 1));
    }
  }
  return {};
}

// A set of signals, as a hexadecimal number.
bool has(std::string_view set, int signal) {
  std::uint64_t bits = 0;
  std::from_chars(set.begin(), set.end(), bits, 16);
  return (bits >> (signal - 1) & 1) != 0;
}

}  // namespace

bool hears(std::string_view process_status, int signal) {
  // Its numbers in the namespaces it is in, its own last.
  const std::string_view numbers = field(process_status, "NSpid");
  const bool is_first = numbers.ends_with("\t1");
  const auto in = [&](std::string_view set) { return has(field(process_status, set), signal); };
  return !is_first || in("SigBlk") || in("SigIgn") || in("SigCgt");
}

bool hears(pid_t process, int signal) {
  const auto status = read_file("/proc/" + std::to_string(process) + "/status");
  return !status || hears(*status, signal);
}

}  // namespace sluice::pod
