// SPDX-License-Identifier: Apache-2.0
#include "pod/hearing.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/process_status.h"

namespace sluice::pod {
namespace {

// A set of signals, as a hexadecimal number.
bool has(std::string_view set, int signal) {
  std::uint64_t bits = 0;
  std::from_chars(set.begin(), set.end(), bits, 16);
  return (bits >> (signal - 1) & 1) != 0;
}

}  // namespace

bool hears(std::string_view process_status, int signal) {
  const auto in = [&](std::string_view set) {
    return has(status_field(process_status, set), signal);
  };
  return !is_first_of_namespace(process_status) || in("SigBlk") || in("SigIgn") || in("SigCgt");
}

bool hears(pid_t process, int signal) {
  const auto status = read_file("/proc/" + std::to_string(process) + "/status");
  return !status || hears(*status, signal);
}

}  // namespace sluice::pod
