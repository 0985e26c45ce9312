// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::lab {

// What kind of throw-away Slurm to start. Written into the lab's state, so that daemons can be
// started again one by one.
struct LabOptions {
  std::int64_t nodes = 4;
  std::int64_t cpus = 16;  // of each node, whatever the machine really has
  std::int64_t memory_mib = 32000;
  std::string gres;         // of each node: "gpu:a100:2,fpga:1"; counted, there are no devices
  bool dynamic = false;     // nodes register themselves instead of standing in slurm.conf
  bool accounting = false;  // MariaDB and slurmdbd
  bool rest = false;        // slurmrestd with JWT on a TCP port
  bool ssh = false;         // sshd with a key for this user
  std::string slurm_root;   // another installation: a prefix with bin and sbin, or a whole tree

  friend bool operator==(const LabOptions&, const LabOptions&) = default;
};

// One line for the person who waits: "slurmctld ready".
using Progress = std::function<void(std::string_view)>;

// The programs of ours a lab may need. Neither has to exist before it is used.
struct OwnPrograms {
  std::filesystem::path shim;    // sluice-nodeip.so, for dynamic nodes of Slurm before 24.11
  std::filesystem::path sluice;  // enters a tree named by slurm_root
};

struct DaemonStatus {
  std::string name;  // "munged", "slurmctld", "slurmd-n1"
  std::int64_t pid = 0;
  bool running = false;
  std::int64_t port = 0;  // 0: none
};

struct LabStatus {
  bool running = false;  // every daemon of the lab runs
  LabOptions options;
  std::vector<DaemonStatus> daemons;
};

// A real Slurm of this user's own in one directory: munged with its own key and socket, slurmctld,
// slurmd for each node and what LabOptions adds. No systemd, no root. The daemons are nobody's
// children and outlive this object and this process; everything needed to find them again lies in
// the directory, and each carries a mark in its environment, so that `down` also works when the
// directory's state is lost. Calls on one directory exclude each other, also between processes.
class Lab {
 public:
  // Does nothing yet. `directory` need not exist.
  explicit Lab(std::filesystem::path directory, OwnPrograms programs = {});

  // Returns when a job has run. On a running lab: says so and changes nothing, starts daemons that
  // are missing, or refuses (AlreadyExists) when the options differ. A lab that was stopped starts
  // empty. A failure leaves no process behind.
  Result<void> up(const LabOptions& options, const Progress& progress = {});

  // Ends every process of the lab, jobs included, whatever happened to its state. No lab is fine.
  Result<void> down(const Progress& progress = {});

  Result<LabStatus> status() const;  // NotFound: no lab here

  // One daemon by the name status() shows. kill() sends SIGKILL and returns when it is gone; the
  // jobs of a killed slurmd go on. stop() sends SIGTERM, which makes slurmctld save its state.
  Result<void> start(std::string_view daemon);
  Result<void> stop(std::string_view daemon);
  Result<void> kill(std::string_view daemon);

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path slurm_conf() const;
  std::filesystem::path env_file() const;

 private:
  Result<void> end(std::string_view daemon, int signal_number);

  std::filesystem::path directory_;
  OwnPrograms programs_;
};

}  // namespace sluice::lab
