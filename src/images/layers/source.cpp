// SPDX-License-Identifier: Apache-2.0
#include "images/layers/source.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.h"

namespace sluice::images {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

http::RunningDigest::Method method_of(std::string_view digest) {
  return digest.starts_with("sha512:") ? http::RunningDigest::Method::kSha512
                                       : http::RunningDigest::Method::kSha256;
}

std::string named(std::string_view like, const std::string& digits) {
  return std::string(like.substr(0, like.find(':') + 1)) + digits;
}

}  // namespace

Result<void> ByteSource::skip(std::int64_t count) {
  std::array<char, 16 * 1024> waste;
  while (count > 0) {
    const auto most = std::min(count, static_cast<std::int64_t>(waste.size()));
    TRY_ASSIGN(const std::size_t got, read(std::span(waste).first(static_cast<std::size_t>(most))));
    if (got == 0) {
      return fail(Code::kInvalid, "the content ends early");
    }
    count -= static_cast<std::int64_t>(got);
  }
  return {};
}

Result<std::size_t> TextSource::read(std::span<char> into) {
  const std::size_t taken = text_.copy(into.data(), into.size());
  text_.remove_prefix(taken);
  return taken;
}

Result<std::size_t> FileSource::read(std::span<char> into) {
  const auto most = std::min(static_cast<std::int64_t>(into.size()), left_);
  while (most > 0) {
    const ssize_t got = ::pread(fd_, into.data(), static_cast<std::size_t>(most), offset_);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return tl::unexpected(errno_error("reading an image's file"));
    }
    if (got == 0) {
      return fail(Code::kInvalid, "the file is shorter than it says");
    }
    offset_ += got;
    left_ -= got;
    return static_cast<std::size_t>(got);
  }
  return std::size_t{0};
}

Result<void> FileSource::skip(std::int64_t count) {
  if (count > left_) {
    return fail(Code::kInvalid, "the file ends early");
  }
  offset_ += count;
  left_ -= count;
  return {};
}

DigestedSource::DigestedSource(ByteSource& from, std::string expected)
    : from_(from), expected_(std::move(expected)), digest_(method_of(expected_)) {}

Result<std::size_t> DigestedSource::read(std::span<char> into) {
  TRY_ASSIGN(const std::size_t got, from_.read(into));
  digest_.update({into.data(), got});
  bytes_ += static_cast<std::int64_t>(got);
  return got;
}

Result<void> DigestedSource::verify(const std::string& what) {
  std::array<char, kPiece> rest;
  std::size_t got = 1;
  while (got > 0) {
    TRY_ASSIGN(got, read(rest));
  }
  const std::string found = named(expected_, digest_.finish());
  if (found != expected_) {
    return fail(Code::kInvalid,
                what + " is damaged: its digest is " + found + " instead of " + expected_);
  }
  return {};
}

Result<std::string> read_all(ByteSource& source, std::size_t limit) {
  std::string all;
  std::array<char, kPiece> piece;
  while (true) {
    TRY_ASSIGN(const std::size_t got, source.read(piece));
    if (got == 0) {
      return all;
    }
    all.append(piece.data(), got);
    if (all.size() > limit) {
      return fail(Code::kInvalid, "it is longer than " + std::to_string(limit) + " bytes");
    }
  }
}

Result<std::size_t> read_fully(ByteSource& source, std::span<char> into) {
  std::size_t filled = 0;
  while (filled < into.size()) {
    TRY_ASSIGN(const std::size_t got, source.read(into.subspan(filled)));
    if (got == 0) {
      break;
    }
    filled += got;
  }
  return filled;
}

std::string digest_of(std::string_view text, std::string_view like) {
  http::RunningDigest digest(method_of(like));
  digest.update(text);
  return named(like, digest.finish());
}

}  // namespace sluice::images
