// SPDX-License-Identifier: Apache-2.0
#include "base/this_system.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice {

std::string system_architecture() {
  utsname machine{};
  ::uname(&machine);
  const std::string_view name = machine.machine;
  return name == "x86_64" ? "amd64" : name == "aarch64" ? "arm64" : std::string(name);
}

std::string system_name() {
  const std::string text = read_file("/etc/os-release").value_or("");
  for (const std::string_view line : split(text, '\n')) {
    constexpr std::string_view kName = "PRETTY_NAME=\"";
    if (line.starts_with(kName) && line.ends_with('"')) {
      return std::string(line.substr(kName.size(), line.size() - kName.size() - 1));
    }
  }
  return "Linux";
}

std::string kernel_release() {
  utsname machine{};
  ::uname(&machine);
  return machine.release;
}

std::int64_t system_cpus() {
  return ::sysconf(_SC_NPROCESSORS_ONLN);
}

std::int64_t system_memory_mib() {
  return ::sysconf(_SC_PHYS_PAGES) / 1024 * ::sysconf(_SC_PAGE_SIZE) / 1024;
}

}  // namespace sluice
