// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_volumes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/files.h"
#include "base/log.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kAnybody = 0777;
constexpr mode_t kOwnersRoom = 0755;

struct HostType {
  std::string_view name;
  mode_t format;  // of struct stat
  std::string_view is_not;
};

constexpr std::array<HostType, 5> kHostTypes{{{"Directory", S_IFDIR, "is not a directory"},
                                              {"File", S_IFREG, "is not a file"},
                                              {"Socket", S_IFSOCK, "is not a socket"},
                                              {"CharDevice", S_IFCHR, "is not a character device"},
                                              {"BlockDevice", S_IFBLK, "is not a block device"}}};

tl::unexpected<Error> wrong(const fs::path& path, std::string_view what) {
  return fail(Code::kInvalid,
              "hostPath type check failed: " + path.string() + " " + std::string(what));
}

Result<void> make_missing(const fs::path& path, const std::string& type) {
  std::error_code none;
  if (fs::exists(path, none)) {
    return {};
  }
  if (type == "FileOrCreate") {
    return create_file_exclusive(path, "", 0644);
  }
  return make_directory(path, kOwnersRoom);
}

// The group may do what the owner may, and what is made inside is the group's too.
void give_to_group(const fs::path& path, std::int64_t group) {
  if (::chown(path.c_str(), static_cast<uid_t>(-1), static_cast<gid_t>(group)) != 0 &&
      errno != EPERM && errno != EINVAL) {  // not mapped: the pod's one user owns everything
    log::warning("a volume could not be given to its group",
                 {{"path", path.string()}, {"error", errno_error("chown").message}});
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    const mode_t more = S_ISDIR(status.st_mode) ? S_ISGID | 0770 : 0660;
    ::chmod(path.c_str(), (status.st_mode & 07777) | more);
  }
}

bool is_below(const fs::path& path, const fs::path& root) {
  const fs::path relative = path.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

Result<fs::path> resolve_sub_path(const fs::path& root, const std::string& sub_path, bool make) {
  std::error_code error;
  const fs::path real_root = fs::canonical(root, error);
  const fs::path path = error ? fs::path() : fs::weakly_canonical(real_root / sub_path, error);
  if (error) {
    return fail(Code::kInvalid, "subPath " + sub_path + ": " + error.message());
  }
  if (!is_below(path, real_root)) {
    return fail(Code::kInvalid, "subPath " + sub_path + " leaves the volume");
  }
  if (!fs::exists(path, error)) {
    if (!make) {
      return fail(Code::kInvalid, "subPath " + sub_path + ": there is no such file in the image");
    }
    fs::create_directories(path, error);
    if (error) {
      return fail(Code::kInvalid, "subPath " + sub_path + ": " + error.message());
    }
    struct stat status {};
    if (::stat(real_root.c_str(), &status) == 0) {
      ::chmod(path.c_str(), status.st_mode & 07777);
    }
  }
  return path;
}

containers::Propagation propagation_from(const std::string& text) {
  if (text == "HostToContainer") {
    return containers::Propagation::kHostToContainer;
  }
  return text == "Bidirectional" ? containers::Propagation::kBidirectional
                                 : containers::Propagation::kNone;
}

}  // namespace

fs::path files_directory(const fs::path& attempt_dir, const std::string& volume) {
  return attempt_dir / "volumes" / volume;
}

Result<void> check_host_path(const fs::path& path, const std::string& type) {
  const bool makes = type.empty() || type.ends_with("OrCreate");
  if (makes) {
    TRY(make_missing(path, type));
  }
  const std::string name = makes ? type.substr(0, type.find("OrCreate")) : type;
  const auto wanted = std::find_if(kHostTypes.begin(), kHostTypes.end(),
                                   [&](const HostType& row) { return row.name == name; });
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return wrong(path, "does not exist");
  }
  if (wanted != kHostTypes.end() && (status.st_mode & S_IFMT) != wanted->format) {
    return wrong(path, wanted->is_not);
  }
  return {};
}

fs::path PodVolumes::place_of(const Volume& volume) const {
  switch (volume.kind) {
    case VolumeKind::kFiles:
      return files_directory(attempt_dir_, volume.name);
    case VolumeKind::kHost:
    case VolumeKind::kImage:
      return volume.path;
    case VolumeKind::kEmpty:
      return empty_ / volume.name;
    case VolumeKind::kMemory:
      break;
  }
  return scratch_ / "volumes" / volume.name;
}

Result<void> PodVolumes::make() const {
  for (const Volume& volume : volumes_) {
    const bool ours = volume.kind == VolumeKind::kEmpty || volume.kind == VolumeKind::kMemory;
    Result<void> made;
    if (ours) {
      made = make_directory(place_of(volume), kAnybody);
    } else if (volume.kind == VolumeKind::kHost) {
      made = check_host_path(volume.path, volume.host_type);
    }
    if (!made) {
      return tl::unexpected(with_context(made.error(), "volume \"" + volume.name + "\""));
    }
  }
  return {};
}

std::vector<containers::MemoryVolume> PodVolumes::memory() const {
  std::vector<containers::MemoryVolume> all;
  for (const Volume& volume : volumes_) {
    if (volume.kind == VolumeKind::kMemory) {
      all.push_back({place_of(volume), static_cast<std::uint64_t>(volume.size_limit)});
    }
  }
  return all;
}

std::vector<LimitedVolume> PodVolumes::limited() const {
  std::vector<LimitedVolume> all;
  for (const Volume& volume : volumes_) {
    if (volume.kind == VolumeKind::kEmpty && volume.size_limit > 0) {
      all.push_back({volume.name, place_of(volume), volume.size_limit});
    }
  }
  return all;
}

void PodVolumes::own() const {
  for (const Volume& volume : volumes_) {
    const fs::path place = place_of(volume);
    if (volume.kind == VolumeKind::kEmpty || volume.kind == VolumeKind::kMemory) {
      ::chmod(place.c_str(), kAnybody);  // whatever the file mode mask took away
    }
    if (volume.group && volume.kind != VolumeKind::kFiles && volume.kind != VolumeKind::kImage) {
      give_to_group(place, *volume.group);
    }
  }
}

Result<containers::Mount> PodVolumes::mount(const VolumeMount& wish) const {
  const auto volume = std::find_if(volumes_.begin(), volumes_.end(), [&](const Volume& candidate) {
    return candidate.name == wish.volume;
  });
  if (volume == volumes_.end()) {
    return fail(Code::kInvalid, "there is no volume \"" + wish.volume + "\"");
  }
  containers::Mount mount{.source = place_of(*volume),
                          .target = wish.target,
                          .read_only = wish.read_only || volume->read_only,
                          .propagation = propagation_from(wish.propagation)};
  if (!wish.sub_path.empty()) {
    auto inside = resolve_sub_path(mount.source, wish.sub_path, volume->kind != VolumeKind::kImage);
    if (!inside) {
      return tl::unexpected(with_context(inside.error(), "volume \"" + wish.volume + "\""));
    }
    mount.source = std::move(*inside);
  }
  return mount;
}

}  // namespace sluice::pod
