// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "api/meta.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "client/client.h"

namespace sluice::jobs {

// Bytes of a file, wherever it is, from that byte on and at most so many; empty: there is no more.
using ReadPart = std::function<Result<std::string>(std::int64_t offset, std::int64_t most)>;

// The directory behind a PersistentVolumeClaim, on a machine that has it: a volume of hostPath or
// local. Whoever uses the claim may put links into it: none is followed, and a file under two names
// is not read. One thread.
class ClaimDirectory {
 public:
  // NotFound: there is no such claim, or its volume is gone. Unsupported: its volume is of another
  // sort. Unavailable: it is not bound yet, or the directory is not on this machine.
  static Result<ClaimDirectory> open(client::Client& client, const api::Key& claim);

  // The same of a directory that is known. Unavailable: it is not on this machine.
  static Result<ClaimDirectory> open_path(const std::filesystem::path& path);

  struct File {
    UniqueFd fd;
    std::int64_t size = 0;
  };
  // NotFound: there is none, or no plain one.
  Result<File> read(const std::string& path) const;

  // Replaces the file in one piece when all of it is there; directories on the way are made. How
  // many bytes it has.
  Result<std::int64_t> write(const std::string& path, const ReadPart& part) const;

 private:
  explicit ClaimDirectory(UniqueFd fd) : fd_(std::move(fd)) {}
  Result<UniqueFd> parent_of(const std::string& path, bool make) const;

  UniqueFd fd_;
};

}  // namespace sluice::jobs
