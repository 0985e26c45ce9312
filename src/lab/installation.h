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

// Who enters a tree, and where the commands for people are; see tree.h.
struct Gateway {
  std::filesystem::path sluice;    // this program
  std::filesystem::path commands;  // directory of the lab's wrappers
};

// Which programs a lab uses and how they are started: the system's own, those of a prefix
// (DIR/sbin/slurmctld), or those of a tree, each entering it first. A database and sshd come from
// the system where the prefix or tree has none. A value.
class Installation {
 public:
  // NotFound names every missing program and the Debian package that has it.
  static Result<Installation> find(const LabOptions& options, Gateway gateway = {});

  // The words that run `program` with its arguments, here or inside the tree. `as_nobody`: it shall
  // not see that this user runs it.
  std::vector<std::string> argv(std::string_view program, const std::vector<std::string>& arguments,
                                bool as_nobody = false) const;

  // Of a tree: scripts for the lab's `bin` that run Slurm's commands inside it, by name.
  std::vector<std::pair<std::string, std::string>> wrappers() const;

  // What its programs need in their environment (PATH always; library path of a prefix).
  std::vector<std::pair<std::string, std::string>> environment() const;

  // Directories to put in front of a person's $PATH; empty for the system's own Slurm.
  std::vector<std::string> path_additions() const;

  int major() const { return major_; }  // 22 of 22.05.8
  const std::string& version() const { return version_; }

 private:
  struct Program {
    std::string_view name;
    std::string path;     // absolute; of a tree's program: inside the tree
    bool inside = false;  // a tree
  };
  Result<Program> locate(std::string_view program) const;
  Result<void> ask_version(CommandRunner& runner);
  Result<void> locate_all(const LabOptions& options);

  std::string root_;
  bool is_tree_ = false;
  Gateway gateway_;
  std::vector<Program> programs_;
  std::string version_;
  int major_ = 0;
};

// "slurm-wlm 22.05.8" and "slurm 24.11.5" to "22.05.8"; empty when it is neither.
std::string version_in(std::string_view text);

}  // namespace sluice::lab
