// SPDX-License-Identifier: Apache-2.0
#include "images/layers/unpacker.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "base/write_all.h"
#include "images/layers/tree.h"

namespace sluice::images {
namespace {

constexpr std::string_view kWhiteout = ".wh.";
constexpr std::string_view kOpaque = ".wh..wh..opq";
constexpr mode_t kOwnerMay = 0700;

// "./a//b/" is "a/b"; "" is the root itself.
Result<std::string> clean(const std::string& path) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part == "..") {
      return fail(Code::kInvalid,
                  "the layer holds the path \"" + path + "\", which may lead out of the image");
    }
    if (!part.empty() && part != ".") {
      parts.emplace_back(part);
    }
  }
  return join(parts, "/");
}

std::pair<std::string, std::string> split_last(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::pair{std::string(), path}
                                    : std::pair{path.substr(0, slash), path.substr(slash + 1)};
}

tl::unexpected<Error> failed(const std::string& doing, const TarEntry& entry) {
  return tl::unexpected(errno_error(doing + " " + entry.path + " of the image"));
}

// Owners are kept by root. Where even root may not (a namespace without that id, root squashed by a
// file server) the file stays ours, as it is for everybody else.
bool own(int directory, const std::string& name, const TarEntry& entry) {
  constexpr int kFlags = AT_SYMLINK_NOFOLLOW;
  return ::geteuid() != 0 ||
         ::fchownat(directory, name.c_str(), entry.uid, entry.gid, kFlags) == 0 || errno == EPERM ||
         errno == EINVAL;
}

void set_time(int directory, const std::string& name, const TarEntry& entry) {
  const timespec time{.tv_sec = entry.modified, .tv_nsec = entry.modified_nanos};
  const std::array times{time, time};
  ::utimensat(directory, name.c_str(), times.data(), AT_SYMLINK_NOFOLLOW);
}

}  // namespace

Result<Unpacker> Unpacker::open(const std::filesystem::path& root) {
  TRY_ASSIGN(RootDirectory directory, RootDirectory::open(root));
  return Unpacker(std::move(directory));
}

Result<void> Unpacker::apply(ByteSource& layer) {
  unpacked_.clear();
  TarReader reader(layer);
  TarEntry entry;
  while (true) {
    TRY_ASSIGN(const bool more, reader.next(entry));
    if (!more) {
      return {};
    }
    TRY(apply_entry(reader, entry));
  }
}

Result<void> Unpacker::apply_entry(TarReader& reader, const TarEntry& entry) {
  TRY_ASSIGN(const std::string path, clean(entry.path));
  const auto [parent, name] = split_last(path);
  if (name.starts_with(kWhiteout)) {
    return white_out(parent, name);
  }
  if (entry.type == TarEntry::Type::kDevice) {
    return {};
  }
  if (name.empty() && entry.type != TarEntry::Type::kDirectory) {
    return fail(Code::kInvalid, "the layer says that the root of the image is not a directory");
  }
  TRY(enter(parent));
  if (!name.empty()) {
    TRY(clear_way(entry, name));
  }
  TRY(make(reader, entry, name.empty() ? "." : name));
  unpacked_.insert(std::hash<std::string>()(path_of(name)));
  return {};
}

Result<void> Unpacker::enter(const std::string& parent) {
  if (!place_ || parent_ != parent) {
    TRY_ASSIGN(place_, root_.directory(parent, RootDirectory::Missing::kIsMade));
    parent_ = parent;
  }
  return {};
}

std::string Unpacker::path_of(const std::string& name) const {
  return place_->path.empty() ? name : name.empty() ? place_->path : place_->path + "/" + name;
}

// What this layer itself brought stays: a deletion is about the layers below, wherever in the
// archive it stands.
Result<void> Unpacker::white_out(const std::string& parent, const std::string& name) {
  const bool opaque = name == kOpaque;
  const std::string hidden = name.substr(kWhiteout.size());
  if (!opaque &&
      (hidden.starts_with(kWhiteout) || hidden == "." || hidden == ".." || hidden.empty())) {
    return {};  // notes of the file system that made the layer
  }
  place_.reset();
  auto place = root_.directory(parent, RootDirectory::Missing::kIsAnError);
  if (!place) {
    return place.error().code == Code::kNotFound ? Result<void>() : tl::unexpected(place.error());
  }
  const auto keeps = [&](const std::string& path) {
    return (opaque && path == place->path) || unpacked_.contains(std::hash<std::string>()(path));
  };
  const std::string below = place->path.empty() || opaque ? place->path : place->path + "/";
  return remove_unkept_at(place->directory.get(), opaque ? "." : hidden,
                          opaque ? below : below + hidden, keeps);
}

// Something else of that name, from this layer or one below, gives way; a directory is only
// changed by another.
Result<void> Unpacker::clear_way(const TarEntry& entry, const std::string& name) {
  struct stat status {};
  if (::fstatat(place_->directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return errno == ENOENT ? Result<void>() : failed("looking at", entry);
  }
  if (S_ISDIR(status.st_mode) && entry.type == TarEntry::Type::kDirectory) {
    return {};
  }
  TRY(remove_at(place_->directory.get(), name));
  const std::string parent = parent_;
  place_.reset();
  return enter(parent);
}

Result<void> Unpacker::make(TarReader& reader, const TarEntry& entry, const std::string& name) {
  const int here = place_->directory.get();
  switch (entry.type) {
    case TarEntry::Type::kFile:
      return make_file(reader, entry, name);
    case TarEntry::Type::kDirectory:
      return make_directory(entry, name);
    case TarEntry::Type::kHardLink:
      return make_link(entry, name);
    case TarEntry::Type::kSymlink:
      if (::symlinkat(entry.target.c_str(), here, name.c_str()) != 0 || !own(here, name, entry)) {
        return failed("linking", entry);
      }
      break;
    default:
      if (::mkfifoat(here, name.c_str(), 0600) != 0 || !own(here, name, entry) ||
          ::fchmodat(here, name.c_str(), entry.mode, 0) != 0) {
        return failed("creating", entry);
      }
  }
  set_time(here, name, entry);
  return {};
}

Result<void> Unpacker::make_file(TarReader& reader, const TarEntry& entry,
                                 const std::string& name) {
  const int here = place_->directory.get();
  const UniqueFd fd(
      ::openat(here, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd.valid()) {
    return failed("creating", entry);
  }
  std::array<char, 64 * 1024> piece;
  while (true) {
    TRY_ASSIGN(const std::size_t got, reader.read(piece));
    if (got == 0) {
      break;
    }
    TRY(write_all(fd.get(), {piece.data(), got}, "writing " + entry.path + " of the image"));
  }
  // A change of owner takes set-user-id away: modes come after it.
  if (!own(here, name, entry) || ::fchmod(fd.get(), entry.mode) != 0) {
    return failed("setting the mode of", entry);
  }
  set_time(here, name, entry);
  return {};
}

Result<void> Unpacker::make_directory(const TarEntry& entry, const std::string& name) {
  const int here = place_->directory.get();
  if (::mkdirat(here, name.c_str(), kOwnerMay) != 0 && errno != EEXIST) {
    return failed("creating directory", entry);
  }
  const std::string path = path_of(name == "." ? "" : name);
  kept_back_.erase(path);
  if (::geteuid() != 0 && (entry.mode & kOwnerMay) != kOwnerMay) {
    kept_back_[path] = entry.mode;
  }
  const mode_t mode = ::geteuid() == 0 ? entry.mode : entry.mode | kOwnerMay;
  if (!own(here, name, entry) || ::fchmodat(here, name.c_str(), mode, 0) != 0) {
    return failed("setting the mode of", entry);
  }
  return {};
}

Result<void> Unpacker::make_link(const TarEntry& entry, const std::string& name) {
  TRY_ASSIGN(const std::string target, clean(entry.target));
  const auto [parent, file] = split_last(target);
  const auto place = root_.directory(parent, RootDirectory::Missing::kIsAnError);
  if (!place || file.empty() ||
      ::linkat(place->directory.get(), file.c_str(), place_->directory.get(), name.c_str(), 0) !=
          0) {
    return fail(Code::kInvalid, "the layer links " + entry.path + " to " + entry.target +
                                    ", which is no file of the image");
  }
  return {};
}

Result<void> Unpacker::finish() {
  // Backwards: what is inside comes before what it is in.
  for (auto kept = kept_back_.rbegin(); kept != kept_back_.rend(); ++kept) {
    const auto place = root_.directory(kept->first, RootDirectory::Missing::kIsAnError);
    if (place && place->path == kept->first) {  // else it was replaced by a later layer
      ::fchmodat(place->directory.get(), ".", kept->second, 0);
    }
  }
  kept_back_.clear();
  place_.reset();
  return {};
}

}  // namespace sluice::images
