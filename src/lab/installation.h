// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/command.h"
#include "base/result.h"
#include "lab/lab.h"

namespace sluice::lab {

// Which programs a lab uses and how they are started: the system's own, or those of a prefix
// (DIR/sbin/slurmctld, DIR/usr/sbin/slurmctld). A value.
class Installation {
 public:
  // NotFound names every missing program and the Debian package that has it; Unsupported for a
  // chroot tree, whose programs do not run outside it.
  static Result<Installation> find(const LabOptions& options);

  // The words that run `program` with its arguments.
  std::vector<std::string> argv(std::string_view program,
                                const std::vector<std::string>& arguments) const;

  // What its programs need in their environment (PATH always; library path of a prefix).
  std::vector<std::pair<std::string, std::string>> environment() const;

  // Directories to put in front of a person's $PATH; empty for the system's own Slurm.
  std::vector<std::string> path_additions() const;

  int major() const { return major_; }  // 22 of 22.05.8
  const std::string& version() const { return version_; }

 private:
  Result<std::string> locate(std::string_view program) const;
  Result<void> ask_version(CommandRunner& runner);

  std::string root_;
  std::vector<std::pair<std::string, std::string>> programs_;  // name, absolute path
  std::string version_;
  int major_ = 0;
};

// "slurm-wlm 22.05.8" and "slurm 24.11.5" to "22.05.8"; empty when it is neither.
std::string version_in(std::string_view text);

}  // namespace sluice::lab
