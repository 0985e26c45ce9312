// SPDX-License-Identifier: Apache-2.0
#include "cmd/machine_checks.h"

#include <sys/statfs.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "cmd/host_name.h"
#include "cmd/variable.h"
#include "containers/apptainer_runtime.h"
#include "containers/availability.h"
#include "containers/process_limit.h"
#include "containers/sif.h"
#include "containers/user_namespace.h"
#include "http/sockets.h"

namespace sluice::cmd {
namespace {

constexpr Duration kConnectWithin = std::chrono::seconds(5);

// NFS, Lustre, GPFS, BeeGFS, Panasas, SMB, Ceph
constexpr std::array<long, 7> kNetworkTypes{0x6969,     0x0BD00BD0, 0x47504653, 0x19830326,
                                            0xaad7aaea, 0xfe534d42, 0x00c36400};

std::string images_as(const std::string& name) {
  const auto program = containers::find_apptainer(name);
  if (program && !containers::can_mount_sif(*program)) {
    return "images are directories: it can mount no files here (that needs its set-user-id "
           "helper, or /dev/fuse with squashfuse and fuse-overlayfs)";
  }
  return find_program("mksquashfs") ? "images are single files"
                                    : "images are directories: install squashfs-tools for files";
}

Findings runtime_findings() {
  const auto builtin = containers::runtime_available("builtin", temporary_directory());
  Findings findings;
  bool any = builtin.has_value();
  findings.push_back(builtin ? Finding{Verdict::kGood, "runtime builtin", "works here"}
                             : Finding{Verdict::kNote, "runtime builtin",
                                       "does not work here: " + builtin.error().message});
  for (const char* name : {"apptainer", "singularity"}) {
    const auto path = find_program(name);
    any = any || path.has_value();
    findings.push_back(path ? Finding{Verdict::kGood, "runtime " + std::string(name),
                                      *path + "; " + images_as(name)}
                            : Finding{Verdict::kNote, "runtime " + std::string(name),
                                      "not on $PATH; nothing needs it where builtin works"});
  }
  if (!any) {
    findings.push_back({Verdict::kMissing, "containers",
                        "no container runtime works here: allow user namespaces, install "
                        "Apptainer, or run bare processes with --runtime host"});
  }
  return findings;
}

Finding users_finding() {
  if (::geteuid() == 0) {
    return {Verdict::kGood, "users", "root: pods may be any user"};
  }
  if (const auto ranges = containers::granted_ranges()) {
    return {Verdict::kGood, "users",
            std::to_string(ranges->users.count) + " further user ids (/etc/subuid, newuidmap)"};
  }
  return {Verdict::kNote, "users",
          "no range in /etc/subuid and /etc/subgid, or no newuidmap: every user of a container is "
          "you outside, and files of several users inside are not told apart"};
}

Finding processes_finding() {
  if (::geteuid() == 0) {
    return {Verdict::kNote, "processes",
            "root's are never too many for the kernel: a pod that runs as root is limited where "
            "control groups keep limits, others to " +
                std::to_string(containers::usual_process_limit())};
  }
  return {Verdict::kGood, "processes",
          "a pod has at most " + std::to_string(containers::usual_process_limit()) +
              " with the runtime builtin, or what pod-pids-limit says"};
}

Finding seccomp_finding() {
  const auto actions = read_file("/proc/sys/kernel/seccomp/actions_avail");
  return actions ? Finding{Verdict::kGood, "seccomp", "system calls of containers are filtered"}
                 : Finding{Verdict::kNote, "seccomp",
                           "this kernel has none: system calls of containers are not filtered"};
}

Finding overlay_finding() {
  const std::string known = read_file("/proc/filesystems").value_or("");
  return known.find("\toverlay\n") != std::string::npos
             ? Finding{Verdict::kGood, "overlay", "images are shared, containers write beside them"}
             : Finding{Verdict::kNote, "overlay",
                       "not loaded: builtin needs it (modprobe overlay), Apptainer does not"};
}

}  // namespace

Findings machine_findings() {
  Findings findings = runtime_findings();
  append(findings, {users_finding(), processes_finding(), seccomp_finding(), overlay_finding()});
  return findings;
}

Finding home_finding(const Home& home) {
  std::filesystem::path existing = home.directory();
  std::error_code error;
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) {
    existing = existing.parent_path();
  }
  struct statfs status {};
  if (::statfs(existing.c_str(), &status) != 0) {
    return {Verdict::kMissing, "state directory",
            home.directory().string() + " cannot be looked at"};
  }
  for (const long type : kNetworkTypes) {
    if (static_cast<long>(status.f_type) == type) {
      return {Verdict::kGood, "state directory",
              home.directory().string() + ", on a shared file system"};
    }
  }
  return {Verdict::kNote, "state directory",
          home.directory().string() +
              " is on a local file system: compute nodes other than this machine cannot see it;\n"
              "        set SLUICE_HOME to a shared directory"};
}

Findings node_findings(const NodeQuestion& question) {
  Findings findings = machine_findings();
  std::error_code error;
  findings.push_back(std::filesystem::exists(question.mark, error)
                         ? Finding{Verdict::kGood, "state directory", "seen from here"}
                         : Finding{Verdict::kMissing, "state directory",
                                   question.mark + " is not seen from here: set SLUICE_HOME to a "
                                                   "directory that compute nodes share"});
  const auto connected =
      http::connect_to(question.host, question.port, RealClock().steady() + kConnectWithin);
  const std::string way =
      "to " + question.host + ":" + std::to_string(question.port) + ", any free port";
  findings.push_back(
      connected
          ? Finding{Verdict::kGood, "connection home", way}
          : Finding{Verdict::kNote, "connection home",
                    "not " + way + ": " + connected.error().message +
                        "; states come with Slurm's answers, exec and its like through srun"});
  return findings;
}

}  // namespace sluice::cmd
