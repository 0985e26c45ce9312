// SPDX-License-Identifier: Apache-2.0
#include "containers/capabilities.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/files.h"

namespace sluice::containers {
namespace {

// By number (capabilities(7)).
constexpr std::array<std::string_view, 41> kNames{"CHOWN",
                                                  "DAC_OVERRIDE",
                                                  "DAC_READ_SEARCH",
                                                  "FOWNER",
                                                  "FSETID",
                                                  "KILL",
                                                  "SETGID",
                                                  "SETUID",
                                                  "SETPCAP",
                                                  "LINUX_IMMUTABLE",
                                                  "NET_BIND_SERVICE",
                                                  "NET_BROADCAST",
                                                  "NET_ADMIN",
                                                  "NET_RAW",
                                                  "IPC_LOCK",
                                                  "IPC_OWNER",
                                                  "SYS_MODULE",
                                                  "SYS_RAWIO",
                                                  "SYS_CHROOT",
                                                  "SYS_PTRACE",
                                                  "SYS_PACCT",
                                                  "SYS_ADMIN",
                                                  "SYS_BOOT",
                                                  "SYS_NICE",
                                                  "SYS_RESOURCE",
                                                  "SYS_TIME",
                                                  "SYS_TTY_CONFIG",
                                                  "MKNOD",
                                                  "LEASE",
                                                  "AUDIT_WRITE",
                                                  "AUDIT_CONTROL",
                                                  "SETFCAP",
                                                  "MAC_OVERRIDE",
                                                  "MAC_ADMIN",
                                                  "SYSLOG",
                                                  "WAKE_ALARM",
                                                  "BLOCK_SUSPEND",
                                                  "AUDIT_READ",
                                                  "PERFMON",
                                                  "BPF",
                                                  "CHECKPOINT_RESTORE"};

constexpr std::array<std::string_view, 14> kDefault{
    "CHOWN",   "DAC_OVERRIDE", "FSETID",           "FOWNER",
    "MKNOD",   "NET_RAW",      "SETGID",           "SETUID",
    "SETFCAP", "SETPCAP",      "NET_BIND_SERVICE", "SYS_CHROOT",
    "KILL",    "AUDIT_WRITE"};

constexpr std::string_view kAllName = "ALL";
constexpr Capabilities kAll = (Capabilities{1} << kNames.size()) - 1;

Capabilities bit_of(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  return found == kNames.end() ? 0 : Capabilities{1} << (found - kNames.begin());
}

std::string plain_name(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper.starts_with("CAP_") ? upper.substr(4) : upper;
}

// The bits of the names; "ALL" counts as none and is told apart.
struct Named {
  Capabilities bits = 0;
  bool all = false;
};

Result<Named> read_names(const std::vector<std::string>& names) {
  Named result;
  for (const std::string& name : names) {
    const std::string plain = plain_name(name);
    if (plain == kAllName) {
      result.all = true;
    } else if (const Capabilities bit = bit_of(plain); bit != 0) {
      result.bits |= bit;
    } else {
      return fail(Code::kInvalid, "unknown capability \"" + name + "\"");
    }
  }
  return result;
}

Capabilities default_set() {
  Capabilities set = 0;
  for (const std::string_view name : kDefault) {
    set |= bit_of(name);
  }
  return set;
}

}  // namespace

Result<Capabilities> allowed_capabilities(const Privileges& privileges) {
  TRY_ASSIGN(const Named add, read_names(privileges.add));
  TRY_ASSIGN(const Named drop, read_names(privileges.drop));
  if (privileges.privileged) {
    return kAll;
  }
  Capabilities set = add.all ? kAll : default_set();
  if (drop.all) {
    set = 0;
  }
  return (set | add.bits) & ~drop.bits;
}

bool has_capability(Capabilities set, std::string_view name) {
  return (set & bit_of(name)) != 0;
}

Result<void> bound_capabilities(Capabilities set) {
  for (unsigned long number = 0; ::prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; ++number) {
    if (((set >> number) & 1) == 0 && ::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0) {
      return tl::unexpected(errno_error("dropping capability " + std::to_string(number)));
    }
  }
  return {};
}

Result<void> keep_capabilities(Capabilities set) {
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, 2> data{};
  if (::syscall(SYS_capget, &header, data.data()) != 0) {
    return tl::unexpected(errno_error("reading capabilities"));
  }
  data[0].permitted &= static_cast<std::uint32_t>(set);
  data[1].permitted &= static_cast<std::uint32_t>(set >> 32);
  for (__user_cap_data_struct& half : data) {
    half.effective = half.permitted;
    half.inheritable = 0;
  }
  if (::syscall(SYS_capset, &header, data.data()) != 0) {
    return tl::unexpected(errno_error("setting capabilities"));
  }
  return {};
}

}  // namespace sluice::containers
