// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/random.h"
#include "base/unique_fd.h"
#include "base/write_all.h"

namespace sluice {
namespace {

namespace fs = std::filesystem;

Code code_of(int error) {
  switch (error) {
    case ENOENT:
      return Code::kNotFound;
    case EEXIST:
      return Code::kAlreadyExists;
    case EACCES:
    case EPERM:
      return Code::kForbidden;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return Code::kUnavailable;
    default:
      return Code::kInternal;
  }
}

// Writes a complete file under a name nobody else uses, beside `path`.
Result<fs::path> write_temporary(const fs::path& path, std::string_view content, mode_t mode,
                                 bool durable) {
  fs::path temporary = path;
  temporary += "." + random_hex(8) + ".tmp";
  UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("creating " + temporary.string()));
  }
  Result<void> done = write_all(fd.get(), content, "writing " + temporary.string());
  if (done && durable && ::fsync(fd.get()) != 0) {
    done = tl::unexpected(errno_error("syncing " + temporary.string()));
  }
  if (!done) {
    ::unlink(temporary.c_str());
    return tl::unexpected(done.error());
  }
  return temporary;
}

Result<void> replace(const fs::path& path, std::string_view content, mode_t mode, bool durable) {
  TRY_ASSIGN(const fs::path temporary, write_temporary(path, content, mode, durable));
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error error = errno_error("replacing " + path.string());
    ::unlink(temporary.c_str());
    return tl::unexpected(error);
  }
  return {};
}

}  // namespace

Error errno_error(std::string_view doing) {
  const int error = errno;
  return Error{code_of(error), std::string(doing) + ": " + std::strerror(error)};
}

Result<std::string> read_file(const fs::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  std::string content;
  std::array<char, 16384> buffer;
  while (true) {
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return tl::unexpected(errno_error("reading " + path.string()));
    }
    if (n == 0) {
      return content;
    }
    content.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

Result<void> write_file_atomic(const fs::path& path, std::string_view content, mode_t mode) {
  return replace(path, content, mode, /*durable=*/true);
}

Result<void> write_file_replacing(const fs::path& path, std::string_view content, mode_t mode) {
  return replace(path, content, mode, /*durable=*/false);
}

Result<void> append_to_file(const fs::path& path, std::string_view content) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  return write_all(fd.get(), content, "writing " + path.string());
}

Result<void> sync_file(const fs::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd.valid() || ::fsync(fd.get()) != 0) {
    return tl::unexpected(errno_error("syncing " + path.string()));
  }
  return {};
}

Result<void> create_file_exclusive(const fs::path& path, std::string_view content, mode_t mode) {
  TRY_ASSIGN(const fs::path temporary, write_temporary(path, content, mode, /*durable=*/false));
  const int linked = ::link(temporary.c_str(), path.c_str());
  const Error error = errno_error("creating " + path.string());
  // NFS may report failure for a link that was made: the link count of the temporary is the truth.
  struct stat status {};
  const bool won = linked == 0 || (::stat(temporary.c_str(), &status) == 0 && status.st_nlink == 2);
  ::unlink(temporary.c_str());
  if (!won) {
    return tl::unexpected(error);
  }
  return {};
}

Result<void> make_directory(const fs::path& path, mode_t mode) {
  std::error_code error;
  if (path.has_parent_path() && !fs::exists(path.parent_path(), error)) {
    TRY(make_directory(path.parent_path(), mode));
  }
  if (::mkdir(path.c_str(), mode) != 0 && errno != EEXIST) {
    return tl::unexpected(errno_error("creating directory " + path.string()));
  }
  if (!fs::is_directory(path, error)) {
    return fail(Code::kAlreadyExists, path.string() + " exists and is not a directory");
  }
  return {};
}

Result<std::vector<std::string>> list_directory(const fs::path& path) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(path, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  if (error) {
    errno = error.value();
    return tl::unexpected(errno_error("reading directory " + path.string()));
  }
  return names;
}

Result<void> remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) {
    errno = error.value();
    return tl::unexpected(errno_error("removing " + path.string()));
  }
  return {};
}

TemporaryDirectory::TemporaryDirectory(std::string_view prefix) {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / prefix).string() + ".XXXXXX";
  CHECK(::mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  [[maybe_unused]] const Result<void> removed = remove_tree(path_);
}

}  // namespace sluice
