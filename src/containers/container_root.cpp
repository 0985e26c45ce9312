// SPDX-License-Identifier: Apache-2.0
// The order matters: the sources of mounts are copied while this namespace is still a peer of the
// pod's, so that "Bidirectional" stays one; then everything is cut loose, so that nothing done here
// is seen outside; the root is made read-only when every place in it has been made.
#include "containers/container_root.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "containers/mounting.h"
#include "containers/program.h"
#include "containers/system_mounts.h"

namespace sluice::containers {
namespace {

constexpr const char* kUpper = "upper";
constexpr const char* kWork = "work";
constexpr const char* kRoot = "root";

struct Source {
  const Mount* mount;
  UniqueFd tree;
};

std::uint64_t propagation_of(const Mount& mount) {
  switch (mount.propagation) {
    case Propagation::kNone:
      return MS_PRIVATE;
    case Propagation::kHostToContainer:
      return MS_SLAVE;
    case Propagation::kBidirectional:
      return 0;  // stays the peer it is
  }
  return MS_PRIVATE;
}

Result<Source> copy_source(const Mount& mount) {
  TRY_ASSIGN(UniqueFd tree, copy_tree(AT_FDCWD, mount.source));
  const std::uint64_t flags = mount.read_only ? MOUNT_ATTR_RDONLY : 0;
  TRY(change_tree(tree.get(), mount.recursive_read_only ? flags : 0, propagation_of(mount), true));
  if (flags != 0 && !mount.recursive_read_only) {
    TRY(change_tree(tree.get(), flags, 0, false));
  }
  return Source{&mount, std::move(tree)};
}

// Parents before what is mounted below them.
Result<std::vector<Source>> copy_sources(const std::vector<Mount>& mounts) {
  std::vector<Source> sources;
  for (const Mount& mount : mounts) {
    TRY_ASSIGN(Source source, copy_source(mount));
    sources.push_back(std::move(source));
  }
  const auto depth = [](const Source& source) {
    return std::count(source.mount->target.begin(), source.mount->target.end(), '/');
  };
  std::stable_sort(sources.begin(), sources.end(),
                   [&](const Source& a, const Source& b) { return depth(a) < depth(b); });
  return sources;
}

// In a mount option a colon would separate directories and a comma options.
std::string escaped(const std::string& path) {
  std::string result;
  for (const char c : path) {
    if (c == '\\' || c == ':' || c == ',') {
      result += '\\';
    }
    result += c;
  }
  return result;
}

std::string overlay_hint(const Launch& launch, int error) {
  const std::string scratch = launch.scratch.string();
  if (error == ENODEV) {
    return "this kernel has no overlay file system; load its module \"overlay\" or use apptainer";
  }
  if (error == EPERM) {
    return "this kernel does not let users mount an overlay (Linux 5.11 does); use apptainer";
  }
  return "the file system of " + scratch +
         " may not carry a writable layer (network and overlay file systems cannot); point TMPDIR "
         "of the job to a local disk or use apptainer";
}

Result<void> mount_overlay(const Launch& launch) {
  const std::string options = "lowerdir=" + escaped(launch.root.string()) + ",upperdir=" + kUpper +
                              ",workdir=" + kWork + ",userxattr,volatile";
  if (::mount("overlay", kRoot, "overlay", 0, options.c_str()) == 0) {
    return {};
  }
  const int error = errno;
  return fail(Code::kInternal, "mounting an overlay of " + launch.root.string() + " on " +
                                   launch.scratch.string() + ": " + cause_of(error) + "; " +
                                   overlay_hint(launch, error));
}

Result<void> attach_sources(int root, const std::vector<Source>& sources) {
  for (const auto& [mount, tree] : sources) {
    const auto place = make_place(root, mount->target, kind_of(tree.get()));
    const Result<void> attached =
        place ? attach_tree(tree.get(), place->get()) : tl::unexpected(place.error());
    if (!attached) {
      return tl::unexpected(with_context(attached.error(), "mounting \"" + mount->source.string() +
                                                               "\" at \"" + mount->target + "\""));
    }
  }
  return {};
}

Result<void> make_working_directory(int root, const std::string& directory) {
  if (directory.empty()) {
    return {};
  }
  const auto made = make_place(root, directory, PlaceKind::kDirectory);
  return made ? Result<void>{}
              : fail(Code::kInvalid,
                     "working directory \"" + directory + "\": " + made.error().message);
}

Result<void> change_root(int root) {
  if (::fchdir(root) != 0 || ::syscall(SYS_pivot_root, ".", ".") != 0 ||
      ::umount2(".", MNT_DETACH) != 0 || ::chdir("/") != 0) {
    return tl::unexpected(errno_error("changing the root"));
  }
  return {};
}

Result<void> finish_root(int root, const Launch& launch) {
  if (!launch.privileges.privileged) {
    TRY(mask_system(root));
  }
  TRY(make_working_directory(root, launch.working_directory));
  if (launch.read_only_root) {
    TRY(change_tree(root, MOUNT_ATTR_RDONLY, 0, false));
  }
  return {};
}

}  // namespace

Result<void> prepare_scratch(const Launch& launch) {
  TRY(remove_tree(launch.scratch));
  for (const char* name : {kUpper, kWork, kRoot}) {
    TRY(make_directory(launch.scratch / name, 0755));
  }
  struct stat image {};
  if (::stat(launch.root.c_str(), &image) != 0) {
    return fail(Code::kInvalid, "image root " + launch.root.string() + ": " + cause_of(errno));
  }
  ::chmod((launch.scratch / kUpper).c_str(), 0755);  // whatever mask the caller has
  return {};
}

Result<void> enter_root(const Launch& launch, const RootSurroundings& surroundings,
                        const Channel& channel) {
  TRY_ASSIGN(const std::vector<Source> sources, copy_sources(launch.mounts));
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return tl::unexpected(errno_error("making mounts private"));
  }
  if (::chdir(launch.scratch.c_str()) != 0) {
    return tl::unexpected(errno_error("entering " + launch.scratch.string()));
  }
  TRY(mount_overlay(launch));
  const UniqueFd root(::open(kRoot, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) {
    return tl::unexpected(errno_error("opening the container's root"));
  }
  TRY(mount_system(root.get(), launch, surroundings, channel));
  TRY(attach_sources(root.get(), sources));
  TRY(finish_root(root.get(), launch));
  return change_root(root.get());
}

Result<void> mount_console(const std::string& terminal) {
  const UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  TRY_ASSIGN(const UniqueFd place, make_place(root.get(), "/dev/console", PlaceKind::kFile));
  TRY_ASSIGN(const UniqueFd tree, copy_tree(AT_FDCWD, terminal));
  return attach_tree(tree.get(), place.get());
}

}  // namespace sluice::containers
