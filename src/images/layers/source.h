// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "http/digest.h"

namespace sluice::images {

// Bytes that are read once, front to back, in pieces: layers are larger than memory. One thread.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // How many bytes were put into `into`; 0 only at the end.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
  // Past the next `count` bytes; Invalid when there are fewer.
  virtual Result<void> skip(std::int64_t count);
};

// A text that is there already. `text` outlives it.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  Result<std::size_t> read(std::span<char> into) override;

 private:
  std::string_view text_;
};

// A part of an open file; several may read the same one. `fd` outlives it.
class FileSource final : public ByteSource {
 public:
  FileSource(int fd, std::int64_t offset, std::int64_t size)
      : fd_(fd), offset_(offset), left_(size) {}
  Result<std::size_t> read(std::span<char> into) override;
  Result<void> skip(std::int64_t count) override;  // without reading

 private:
  int fd_;
  std::int64_t offset_;
  std::int64_t left_;
};

// Passes on what it reads and remembers its digest. `from` outlives it.
class DigestedSource final : public ByteSource {
 public:
  // `expected` is a good digest ("sha256:…"): its method is used.
  DigestedSource(ByteSource& from, std::string expected);
  Result<std::size_t> read(std::span<char> into) override;

  std::int64_t bytes() const { return bytes_; }

  // Reads what is left, then Invalid when the whole is not what was expected; `what` names it.
  Result<void> verify(const std::string& what);

 private:
  ByteSource& from_;
  std::string expected_;
  http::RunningDigest digest_;
  std::int64_t bytes_ = 0;
};

// All of it; Invalid when there is more than `limit`.
Result<std::string> read_all(ByteSource& source, std::size_t limit);

// Exactly as many bytes as fit, or fewer at the end.
Result<std::size_t> read_fully(ByteSource& source, std::span<char> into);

// "sha256:…" of a text that is there already; `like` names the method by an example.
std::string digest_of(std::string_view text, std::string_view like = "sha256:");

}  // namespace sluice::images
