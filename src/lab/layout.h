// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::lab {

// Where things are below a lab's directory. A value; touches the disk only where it says so.
struct Layout {
  std::filesystem::path dir;  // absolute, without links

  std::filesystem::path state_file() const { return dir / "lab.state"; }
  std::filesystem::path lock_file() const { return dir / "lab.lock"; }
  std::filesystem::path env_file() const { return dir / "env"; }
  std::filesystem::path slurm_conf() const { return dir / "etc/slurm.conf"; }
  std::filesystem::path gres_conf() const { return dir / "etc/gres.conf"; }
  std::filesystem::path devices() const { return dir / "devices"; }
  std::filesystem::path slurmdbd_conf() const { return dir / "etc/slurmdbd.conf"; }
  std::filesystem::path jwt_key() const { return dir / "etc/jwt.key"; }
  std::filesystem::path state() const { return dir / "state"; }
  std::filesystem::path run() const { return dir / "run"; }
  std::filesystem::path log(std::string_view daemon) const {
    return dir / "log" / (std::string(daemon) + ".log");
  }
  std::filesystem::path munge() const { return dir / "munge"; }
  std::filesystem::path munge_socket() const { return dir / "run/munge"; }
  std::filesystem::path sql() const { return dir / "sql"; }
  std::filesystem::path sql_socket() const { return dir / "run/mysql"; }
  std::filesystem::path ssh() const { return dir / "ssh"; }
  std::filesystem::path bin() const { return dir / "bin"; }
};

// The directory in its canonical form. Invalid when Slurm's sockets below it would exceed what
// Unix allows, or when a character in it cannot stand in slurm.conf.
Result<Layout> layout_of(const std::filesystem::path& directory);

// Removes what an earlier lab left in the directory and creates the empty tree. Forbidden when the
// directory belongs to someone else or holds something that is not a lab.
Result<void> make_fresh_tree(const Layout& layout);

}  // namespace sluice::lab
