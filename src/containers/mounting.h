// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::containers {

// Mounts as descriptors: a tree is made or copied first, then attached to a place below a root
// directory. Places are looked up inside that root only, whatever links it contains. Errors name
// the place and the cause.

// A new file system of that type; `flags` are MOUNT_ATTR_….
using MountOptions = std::vector<std::pair<std::string, std::string>>;
Result<UniqueFd> new_filesystem(const std::string& type, const MountOptions& options,
                                unsigned int flags);

// A copy of what is at `path` (relative to the directory `at`) with everything mounted below it.
Result<UniqueFd> copy_tree(int at, const std::string& path);

// Sets MOUNT_ATTR_… flags and, unless 0, the propagation (MS_PRIVATE …) of a tree. What the kernel
// holds locked stays set.
Result<void> change_tree(int tree, std::uint64_t flags, std::uint64_t propagation, bool whole);

Result<void> attach_tree(int tree, int place);

// What `path` is below the root, as a descriptor for looking up and mounting; NotFound if nothing.
Result<UniqueFd> look_up(int root, const std::string& path);

enum class PlaceKind { kDirectory, kFile };

// The same; what is missing is made, parents too (0755, files 0644).
Result<UniqueFd> make_place(int root, const std::string& path, PlaceKind kind);

PlaceKind kind_of(int fd);

}  // namespace sluice::containers
