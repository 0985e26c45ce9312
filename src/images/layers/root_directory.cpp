// SPDX-License-Identifier: Apache-2.0
//
// openat2(RESOLVE_IN_ROOT) would do the same in one call, but kernels before 5.6 and some sandboxes
// lack it, and a second way beside it would be one that is never tested.
#include "images/layers/root_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace sluice::images {
namespace {

constexpr int kMaxLinks = 40;           // as the kernel's
constexpr std::size_t kMaxDepth = 200;  // of directories; each costs a descriptor

// A walk from the root: where it is, and what is still to go.
class Walk {
 public:
  Walk(int root, std::string_view path) : root_(root) { prepend(path); }

  Result<RootDirectory::Place> run(RootDirectory::Missing missing) {
    while (!pending_.empty()) {
      const std::string part = std::move(pending_.front());
      pending_.pop_front();
      if (part == "..") {
        if (!names_.empty()) {
          names_.pop_back();
          opened_.pop_back();
        }
      } else if (!part.empty() && part != ".") {
        TRY(step(part, missing));
      }
    }
    RootDirectory::Place place;
    place.path = join(names_, "/");
    place.directory.reset(opened_.empty() ? ::openat(root_, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)
                                          : opened_.back().release());
    if (!place.directory.valid()) {
      return tl::unexpected(errno_error("opening the image's root"));
    }
    return place;
  }

  int here() const { return opened_.empty() ? root_ : opened_.back().get(); }

 private:
  void prepend(std::string_view path) {
    const auto parts = split(path, '/');
    pending_.insert(pending_.begin(), parts.begin(), parts.end());
  }

  Result<void> step(const std::string& part, RootDirectory::Missing missing) {
    constexpr int kFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    UniqueFd next(::openat(here(), part.c_str(), kFlags));
    if (!next.valid() && (errno == ENOTDIR || errno == ELOOP)) {
      return follow(part);
    }
    if (!next.valid() && errno == ENOENT && missing == RootDirectory::Missing::kIsMade) {
      // The mode once more: our umask is not the image's.
      if (::mkdirat(here(), part.c_str(), 0755) != 0 ||
          ::fchmodat(here(), part.c_str(), 0755, 0) != 0) {
        return tl::unexpected(errno_error("creating directory " + part + " of the image"));
      }
      next.reset(::openat(here(), part.c_str(), kFlags));
    }
    if (!next.valid()) {
      return tl::unexpected(errno_error("opening " + part + " of the image"));
    }
    if (opened_.size() >= kMaxDepth) {
      return fail(Code::kInvalid, "directories of the image are nested too deep");
    }
    opened_.push_back(std::move(next));
    names_.push_back(part);
    return {};
  }

  Result<void> follow(const std::string& link) {
    TRY_ASSIGN(const std::string target, read_link(here(), link));
    if (target.empty()) {
      errno = ENOTDIR;
      return tl::unexpected(errno_error("opening " + link + " of the image"));
    }
    if (++links_ > kMaxLinks) {
      return fail(Code::kInvalid, "too many links at " + link + " of the image");
    }
    if (target.starts_with('/')) {
      opened_.clear();
      names_.clear();
    }
    prepend(target);
    return {};
  }

  int root_;
  std::deque<std::string> pending_;
  std::vector<UniqueFd> opened_;
  std::vector<std::string> names_;
  int links_ = 0;
};

std::pair<std::string, std::string> split_last(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos
             ? std::pair{std::string(), std::string(path)}
             : std::pair{std::string(path.substr(0, slash)), std::string(path.substr(slash + 1))};
}

}  // namespace

Result<std::string> read_link(int directory, const std::string& name) {
  std::array<char, PATH_MAX> target;
  const ssize_t size = ::readlinkat(directory, name.c_str(), target.data(), target.size());
  if (size < 0 && errno != EINVAL) {
    return tl::unexpected(errno_error("reading the link " + name + " of the image"));
  }
  return std::string(target.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
}

Result<RootDirectory> RootDirectory::open(const std::filesystem::path& path) {
  UniqueFd fd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  return RootDirectory(std::move(fd));
}

Result<RootDirectory::Place> RootDirectory::directory(std::string_view path,
                                                      Missing missing) const {
  return Walk(fd_.get(), path).run(missing);
}

Result<UniqueFd> RootDirectory::file(std::string_view path) const {
  std::string rest(path);
  for (int links = 0; links <= kMaxLinks; ++links) {
    const auto [parent, name] = split_last(rest);
    TRY_ASSIGN(const Place place, directory(parent, Missing::kIsAnError));
    UniqueFd fd(::openat(place.directory.get(), name.c_str(),
                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (fd.valid() && ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode)) {
      return fd;
    }
    if (fd.valid() || errno != ELOOP) {
      errno = fd.valid() ? ENOENT : errno;
      return tl::unexpected(errno_error("opening " + std::string(path) + " of the image"));
    }
    const Result<std::string> target = read_link(place.directory.get(), name);
    TRY(target);
    rest = target->starts_with('/') ? *target : place.path + "/" + *target;
  }
  return fail(Code::kInvalid, "too many links at " + std::string(path) + " of the image");
}

}  // namespace sluice::images
