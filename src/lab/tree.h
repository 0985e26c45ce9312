// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace sluice::lab {

// A whole system below a directory, as debootstrap makes it: the way to another release of Slurm,
// whose programs need their own libraries. A program of the tree sees a root made for it alone:
// /usr, /etc, /var and their like are the tree's; everything else (/proc, /dev, /tmp, homes) is
// this machine's under the same path, and so are its users. Nothing is written into the tree, and
// nothing stays mounted when the program ends.

// Whether `root` is one, rather than the prefix of an installation.
bool is_tree(const std::filesystem::path& root);

// Whether this absolute path of this machine means the same file inside a tree.
bool is_visible_inside(const std::filesystem::path& path);

// How a program comes to see its root, and as whom.
struct Entrance {
  std::filesystem::path root;      // the tree; empty: the machine's own root
  std::filesystem::path commands;  // the lab's wrappers; inside, the tree's own commands are there
  bool as_nobody = false;          // sees itself as nobody while it keeps this user's rights
};

// Moves this process inside, keeping its working directory where that exists; the process must have
// one thread and execute a program next. Root needs no more than CAP_SYS_ADMIN, others need user
// namespaces. On failure the process is somewhere between and must end.
Result<void> enter(const Entrance& entrance);

// The words in front of a program that make `sluice` enter first, ended by "--".
std::vector<std::string> entering_words(const std::filesystem::path& sluice,
                                        const Entrance& entrance);

}  // namespace sluice::lab
