// SPDX-License-Identifier: Apache-2.0
// A list of what is refused, not of what is allowed: of some 370 calls the profile refuses 70, and
// the kernel remembers which numbers are always allowed and skips the filter for them.
#include "containers/seccomp.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "base/files.h"

namespace sluice::containers {
namespace {

// A call that is refused unless the container has one of the capabilities.
struct Refused {
  std::uint32_t number;
  std::string_view unless = {};
  std::string_view or_unless = {};
};

constexpr std::string_view kAdmin = "SYS_ADMIN";

constexpr Refused kRefused[] = {
    {SYS_acct, "SYS_PACCT"},
    {SYS_add_key},
    {SYS_bpf, kAdmin, "BPF"},
    {SYS_chroot, "SYS_CHROOT"},
    {SYS_clock_settime, "SYS_TIME"},
    {SYS_delete_module, "SYS_MODULE"},
    {SYS_fanotify_init, kAdmin},
    {SYS_finit_module, "SYS_MODULE"},
    {SYS_fsconfig, kAdmin},
    {SYS_fsmount, kAdmin},
    {SYS_fsopen, kAdmin},
    {SYS_fspick, kAdmin},
    {SYS_get_mempolicy, "SYS_NICE"},
    {SYS_init_module, "SYS_MODULE"},
    {SYS_io_uring_enter},
    {SYS_io_uring_register},
    {SYS_io_uring_setup},
    {SYS_kcmp, "SYS_PTRACE"},
    {SYS_kexec_file_load},
    {SYS_kexec_load},
    {SYS_keyctl},
    {SYS_lookup_dcookie, kAdmin},
    {SYS_mbind, "SYS_NICE"},
    {SYS_migrate_pages},
    {SYS_mount, kAdmin},
    {SYS_mount_setattr, kAdmin},
    {SYS_move_mount, kAdmin},
    {SYS_move_pages},
    {SYS_nfsservctl},
    {SYS_open_by_handle_at, "DAC_READ_SEARCH"},
    {SYS_open_tree, kAdmin},
    {SYS_perf_event_open, kAdmin, "PERFMON"},
    {SYS_pidfd_getfd, "SYS_PTRACE"},
    {SYS_pivot_root},
    {SYS_process_madvise, "SYS_PTRACE"},
    {SYS_quotactl, kAdmin},
    {SYS_quotactl_fd, kAdmin},
    {SYS_reboot, "SYS_BOOT"},
    {SYS_request_key},
    {SYS_set_mempolicy, "SYS_NICE"},
    {SYS_set_mempolicy_home_node, "SYS_NICE"},
    {SYS_setdomainname, kAdmin},
    {SYS_sethostname, kAdmin},
    {SYS_setns, kAdmin},
    {SYS_settimeofday, "SYS_TIME"},
    {SYS_swapoff},
    {SYS_swapon},
    {SYS_syslog, kAdmin, "SYSLOG"},
    {SYS_umount2, kAdmin},
    {SYS_unshare, kAdmin},
    {SYS_userfaultfd},
    {SYS_vhangup, "SYS_TTY_CONFIG"},
#ifdef __x86_64__
    {SYS__sysctl},
    {SYS_afs_syscall},
    {SYS_create_module},
    {SYS_get_kernel_syms},
    {SYS_getpmsg},
    {SYS_ioperm, "SYS_RAWIO"},
    {SYS_iopl, "SYS_RAWIO"},
    {SYS_putpmsg},
    {SYS_query_module},
    {SYS_security},
    {SYS_sysfs},
    {SYS_tuxcall},
    {SYS_uselib},
    {SYS_ustat},
    {SYS_vserver},
#endif
};

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the system call profile knows x86_64 and aarch64"
#endif

constexpr std::uint32_t kNewestCall = 466;  // removexattrat; the next one, open_tree_attr, mounts
constexpr std::uint32_t kOtherCalls = 0x40000000;  // from here on the x32 ones
constexpr std::uint32_t kNewNamespaces = 0x7e020000;
constexpr std::uint32_t kAddressFamilyVsock = 40;
constexpr std::uint32_t kPersonalities[] = {0x0, 0x8, 0x20000, 0x20008, 0xffffffff};

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kNotPermitted = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kNotKnown = SECCOMP_RET_ERRNO | ENOSYS;

class Assembler {
 public:
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_argument() { load(offsetof(seccomp_data, args)); }  // low half: both are little-endian
  void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  void keep_bits(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
  // The next `skip` instructions are for the case that it is so, or for the other.
  void when_equal(std::uint32_t value, std::uint8_t skip) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip);
  }
  void unless_equal(std::uint32_t value, std::uint8_t skip) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0);
  }
  void when_at_least(std::uint32_t value, std::uint8_t skip) {
    add(BPF_JMP | BPF_JGE | BPF_K, value, 0, skip);
  }

  std::vector<sock_filter> take() { return std::move(code_); }

 private:
  void add(int operation, std::uint32_t value, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(operation), yes, no, value});
  }
  std::vector<sock_filter> code_;
};

void check_architecture(Assembler& code) {
  code.load(offsetof(seccomp_data, arch));
  code.unless_equal(kArchitecture, 1);
  code.answer(kNotPermitted);
  code.load(offsetof(seccomp_data, nr));
  code.when_at_least(kOtherCalls, 1);
  code.answer(kNotPermitted);
  code.when_at_least(kNewestCall + 1, 1);
  code.answer(kNotKnown);
}

void check_namespaces(Assembler& code) {
  code.when_equal(SYS_clone3, 1);
  code.answer(kNotKnown);
  code.when_equal(SYS_clone, 5);
  code.load_argument();
  code.keep_bits(kNewNamespaces);
  code.when_equal(0, 1);
  code.answer(kAllow);
  code.answer(kNotPermitted);
}

void check_arguments(Assembler& code) {
  code.when_equal(SYS_socket, 4);
  code.load_argument();
  code.when_equal(kAddressFamilyVsock, 1);
  code.answer(kNotPermitted);
  code.answer(kAllow);
  code.when_equal(SYS_personality, static_cast<std::uint8_t>(2 * std::size(kPersonalities) + 2));
  code.load_argument();
  for (const std::uint32_t value : kPersonalities) {
    code.when_equal(value, 1);
    code.answer(kAllow);
  }
  code.answer(kNotPermitted);
}

}  // namespace

std::vector<sock_filter> default_profile(Capabilities set) {
  Assembler code;
  check_architecture(code);
  if (!has_capability(set, kAdmin)) {
    check_namespaces(code);
  }
  check_arguments(code);
  for (const Refused& call : kRefused) {
    if (!has_capability(set, call.unless) && !has_capability(set, call.or_unless)) {
      code.when_equal(call.number, 1);
      code.answer(kNotPermitted);
    }
  }
  code.answer(kAllow);
  return code.take();
}

Result<void> load_profile(const std::vector<sock_filter>& profile) {
  const sock_fprog program{.len = static_cast<unsigned short>(profile.size()),
                           .filter = const_cast<sock_filter*>(profile.data())};
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) {
    return tl::unexpected(errno_error("loading the system call profile"));
  }
  return {};
}

}  // namespace sluice::containers
