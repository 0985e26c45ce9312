// SPDX-License-Identifier: Apache-2.0
#include "images/sources/file_set.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <limits>
#include <map>

#include "base/files.h"
#include "base/unique_fd.h"
#include "images/layers/inflate.h"
#include "images/layers/tar_reader.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxText = std::size_t{8} << 20;
constexpr std::size_t kMaxFiles = 100'000;
constexpr int kMaxLinks = 10;

// A file that is open as long as somebody reads from it.
class OwnedFileSource final : public ByteSource {
 public:
  OwnedFileSource(UniqueFd fd, std::int64_t size)
      : fd_(std::move(fd)), source_(fd_.get(), 0, size) {}
  Result<std::size_t> read(std::span<char> into) override { return source_.read(into); }

 private:
  UniqueFd fd_;
  FileSource source_;
};

Result<std::unique_ptr<ByteSource>> open_file(const fs::path& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(Code::kInvalid, path.string() + " is not a file");
  }
  return std::make_unique<OwnedFileSource>(std::move(fd), status.st_size);
}

class DirectoryFiles final : public FileSet {
 public:
  explicit DirectoryFiles(fs::path path) : path_(std::move(path)) {}
  bool has(const std::string& name) const override {
    std::error_code error;
    return fs::is_regular_file(path_ / name, error);
  }
  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    return open_file(path_ / name);
  }

 private:
  fs::path path_;
};

class ArchiveFiles final : public FileSet {
 public:
  explicit ArchiveFiles(UniqueFd fd) : fd_(std::move(fd)) {}

  Result<void> read_names(std::int64_t size) {
    FileSource source(fd_.get(), 0, size);
    TarReader reader(source);
    TarEntry entry;
    while (true) {
      TRY_ASSIGN(const bool more, reader.next(entry));
      if (!more) {
        return {};
      }
      const std::string name = plain(entry.path);
      if (entry.type == TarEntry::Type::kFile) {
        files_[name] = {.offset = reader.offset(), .size = entry.size};
      } else if (entry.type == TarEntry::Type::kHardLink) {
        files_[name] = {.same_as = plain(entry.target)};
      } else if (entry.type == TarEntry::Type::kSymlink) {
        files_[name] = {.same_as = plain((fs::path(name).parent_path() / entry.target).string())};
      }
      if (files_.size() > kMaxFiles) {
        return fail(Code::kInvalid, "the archive holds too many files to be one of images");
      }
    }
  }

  bool has(const std::string& name) const override { return find(name) != nullptr; }
  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const File* file = find(name);
    if (file == nullptr) {
      return fail(Code::kNotFound, "the archive has no file " + name);
    }
    return std::make_unique<FileSource>(fd_.get(), file->offset, file->size);
  }

 private:
  struct File {
    std::int64_t offset = 0;
    std::int64_t size = 0;
    std::string same_as = {};
  };

  static std::string plain(const std::string& path) {
    return fs::path("/" + path).lexically_normal().relative_path().string();
  }

  const File* find(const std::string& name) const {
    auto found = files_.find(plain(name));
    for (int i = 0; i < kMaxLinks && found != files_.end(); ++i) {
      if (found->second.same_as.empty()) {
        return &found->second;
      }
      found = files_.find(found->second.same_as);
    }
    return nullptr;
  }

  UniqueFd fd_;
  std::map<std::string, File> files_;
};

Result<UniqueFd> unpacked_copy(ByteSource& plain, const fs::path& scratch) {
  std::string pattern = (scratch / "archive.XXXXXX").string();
  UniqueFd fd(::mkostemp(pattern.data(), O_CLOEXEC));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("creating a file in " + scratch.string()));
  }
  ::unlink(pattern.c_str());
  std::array<char, 64 * 1024> piece;
  while (true) {
    TRY_ASSIGN(const std::size_t got, plain.read(piece));
    if (got == 0) {
      return fd;
    }
    for (std::size_t done = 0; done < got;) {
      const ssize_t written = ::write(fd.get(), piece.data() + done, got - done);
      if (written < 0 && errno != EINTR) {
        return tl::unexpected(errno_error("writing in " + scratch.string()));
      }
      done += written < 0 ? 0 : static_cast<std::size_t>(written);
    }
  }
}

// Tar files never begin so; see inflate.cpp.
bool is_compressed(int fd) {
  std::array<char, 4> start{};
  const ssize_t got = ::pread(fd, start.data(), start.size(), 0);
  const std::string_view bytes(start.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  return bytes.starts_with("\x1f\x8b") || bytes.starts_with("\x28\xb5\x2f\xfd");
}

}  // namespace

std::unique_ptr<FileSet> files_of_directory(const fs::path& path) {
  return std::make_unique<DirectoryFiles>(path);
}

Result<std::unique_ptr<FileSet>> files_of_archive(const fs::path& path, const fs::path& scratch) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) {
    return tl::unexpected(errno_error("opening " + path.string()));
  }
  if (is_compressed(fd.get())) {
    FileSource compressed(fd.get(), 0, status.st_size);
    TRY_ASSIGN(const auto plain, inflated(compressed));
    TRY_ASSIGN(UniqueFd copy, unpacked_copy(*plain, scratch));
    fd = std::move(copy);
    ::fstat(fd.get(), &status);
  }
  auto files = std::make_unique<ArchiveFiles>(std::move(fd));
  TRY(files->read_names(status.st_size));
  return files;
}

Result<std::string> read_text(const FileSet& files, const std::string& name) {
  TRY_ASSIGN(const auto source, files.open(name));
  auto text = read_all(*source, kMaxText);
  if (!text) {
    return tl::unexpected(with_context(std::move(text).error(), name));
  }
  return text;
}

}  // namespace sluice::images
