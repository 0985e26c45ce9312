// SPDX-License-Identifier: Apache-2.0
#include "jobs/claim_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "api/catalog.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "base/write_all.h"
#include "jobs/run_files.h"

namespace sluice::jobs {
namespace {

namespace fs = std::filesystem;

constexpr int kDirectory = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Result<std::string> directory_of(const client::Object& volume) {
  for (const char* source : {"hostPath", "local"}) {
    if (const json::Value* found = volume.find("spec", source)) {
      return found->at("path").as_string();
    }
  }
  return fail(Code::kUnsupported,
              "the volume \"" + api::name(volume) + "\" is neither of hostPath nor of local");
}

Result<std::int64_t> copy_to(int fd, const ReadPart& part) {
  std::int64_t size = 0;
  while (true) {
    TRY_ASSIGN(const std::string bytes, part(size, kFilePiece));
    if (bytes.empty()) {
      break;
    }
    TRY(write_all(fd, bytes, "writing to the claim"));
    size += static_cast<std::int64_t>(bytes.size());
  }
  if (::fsync(fd) != 0) {
    return tl::unexpected(errno_error("writing to the claim"));
  }
  return size;
}

}  // namespace

Result<ClaimDirectory> ClaimDirectory::open(client::Client& client, const api::Key& key) {
  TRY_ASSIGN(const client::ObjectPtr claim, client.get(api::kinds::persistent_volume_claim(), key));
  if (claim->at("status", "phase").as_string() != "Bound") {
    return fail(Code::kUnavailable,
                "the PersistentVolumeClaim \"" + key.name + "\" is not bound yet");
  }
  TRY_ASSIGN(const client::ObjectPtr volume,
             client.get(api::kinds::persistent_volume(),
                        {"", claim->at("spec", "volumeName").as_string()}));
  TRY_ASSIGN(const std::string path, directory_of(*volume));
  auto directory = open_path(path);
  if (!directory) {
    return tl::unexpected(with_context(
        directory.error(), "the directory of the PersistentVolumeClaim \"" + key.name + "\""));
  }
  return directory;
}

Result<ClaimDirectory> ClaimDirectory::open_path(const std::filesystem::path& path) {
  UniqueFd fd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) {
    return fail(Code::kUnavailable, errno_error("opening " + path.string()).message);
  }
  return ClaimDirectory(std::move(fd));
}

Result<UniqueFd> ClaimDirectory::parent_of(const std::string& path, bool make) const {
  UniqueFd at(::openat(fd_.get(), ".", kDirectory));
  const auto parts = split(path, '/');
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string part(parts[i]);
    if (make && ::mkdirat(at.get(), part.c_str(), 0755) != 0 && errno != EEXIST) {
      return tl::unexpected(errno_error("making the directory " + part + " of " + path));
    }
    UniqueFd next(::openat(at.get(), part.c_str(), kDirectory));
    if (!next.valid()) {
      return tl::unexpected(errno_error("opening the directory " + part + " of " + path));
    }
    at = std::move(next);
  }
  return at;
}

Result<ClaimDirectory::File> ClaimDirectory::read(const std::string& path) const {
  TRY_ASSIGN(const UniqueFd parent, parent_of(path, /*make=*/false));
  const fs::path name = fs::path(path).filename();
  File file{.fd = UniqueFd(::openat(parent.get(), name.c_str(),
                                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))};
  if (!file.fd.valid()) {
    return tl::unexpected(errno_error("opening " + path));
  }
  struct stat status {};
  if (::fstat(file.fd.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1) {
    return fail(Code::kNotFound, path + " is no plain file");
  }
  file.size = status.st_size;
  return file;
}

Result<std::int64_t> ClaimDirectory::write(const std::string& path, const ReadPart& part) const {
  TRY_ASSIGN(const UniqueFd parent, parent_of(path, /*make=*/true));
  const fs::path name = fs::path(path).filename();
  const std::string scratch = ".slurmjob-" + random_hex(16);
  const UniqueFd fd(::openat(parent.get(), scratch.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("making a file beside " + path));
  }
  const auto size = copy_to(fd.get(), part);
  if (!size) {
    ::unlinkat(parent.get(), scratch.c_str(), 0);
    return size;
  }
  if (::renameat(parent.get(), scratch.c_str(), parent.get(), name.c_str()) != 0) {
    const Error error = errno_error("replacing " + path);
    ::unlinkat(parent.get(), scratch.c_str(), 0);
    return tl::unexpected(error);
  }
  return size;
}

}  // namespace sluice::jobs
