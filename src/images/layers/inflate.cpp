// SPDX-License-Identifier: Apache-2.0
#include "images/layers/inflate.h"

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <string_view>

namespace sluice::images {
namespace {

constexpr std::size_t kPiece = 64 * 1024;
constexpr int kLargestWindow = 27;  // of zstd: 128 MiB, what its own tool accepts

// The source with a buffer in front, so that one can look before one reads.
class Input {
 public:
  explicit Input(ByteSource& from) : from_(from) {}

  std::string_view buffered() const { return std::string_view(bytes_.data(), end_).substr(begin_); }
  void consume(std::size_t count) { begin_ += count; }

  // At least `wanted` bytes buffered, fewer only at the end.
  Result<void> fill(std::size_t wanted) {
    if (end_ - begin_ >= wanted) {
      return {};
    }
    std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_),
              bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
    end_ -= begin_;
    begin_ = 0;
    while (end_ < wanted) {
      TRY_ASSIGN(const std::size_t got, from_.read(std::span(bytes_).subspan(end_)));
      if (got == 0) {
        break;
      }
      end_ += got;
    }
    return {};
  }

 private:
  ByteSource& from_;
  std::array<char, kPiece> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(std::unique_ptr<Input> input) : input_(std::move(input)) {}
  Result<std::size_t> read(std::span<char> into) override {
    TRY(input_->fill(1));
    const std::size_t taken = input_->buffered().copy(into.data(), into.size());
    input_->consume(taken);
    return taken;
  }

 private:
  std::unique_ptr<Input> input_;
};

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

// Several members in a row are one content (RFC 1952); zeros behind the last one are padding.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<Input> input) : input_(std::move(input)) {
    CHECK(inflateInit2(&stream_, 15 + 16) == Z_OK);
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  Result<std::size_t> read(std::span<char> into) override {
    while (!done_) {
      TRY(input_->fill(1));
      TRY_ASSIGN(const std::size_t written, step(into));
      if (written > 0) {
        return written;
      }
    }
    return std::size_t{0};
  }

 private:
  Result<std::size_t> step(std::span<char> into) {
    const std::string_view in = input_->buffered();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(std::min(into.size(), kPiece));
    const uInt room = stream_.avail_out;
    const int returned = inflate(&stream_, Z_NO_FLUSH);
    input_->consume(in.size() - stream_.avail_in);
    const std::size_t written = room - stream_.avail_out;
    if (returned == Z_STREAM_END) {
      TRY(next_member());
    } else if (returned != Z_OK && !(returned == Z_BUF_ERROR && !in.empty())) {
      return fail(Code::kInvalid, std::string("the gzip data is damaged: ") +
                                      (stream_.msg != nullptr ? stream_.msg : "it ends early"));
    }
    return written;
  }

  Result<void> next_member() {
    TRY(input_->fill(2));
    if (input_->buffered().starts_with(kGzip)) {
      CHECK(inflateReset(&stream_) == Z_OK);
    } else {
      done_ = true;
    }
    return {};
  }

  std::unique_ptr<Input> input_;
  z_stream stream_{};
  bool done_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<Input> input)
      : input_(std::move(input)), stream_(ZSTD_createDStream()) {
    CHECK(stream_ != nullptr);
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kLargestWindow);
  }

  Result<std::size_t> read(std::span<char> into) override {
    while (true) {
      TRY(input_->fill(1));
      const std::string_view bytes = input_->buffered();
      if (bytes.empty() && frame_done_) {
        return std::size_t{0};
      }
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{into.data(), into.size(), 0};
      const std::size_t returned = ZSTD_decompressStream(stream_.get(), &out, &in);
      if (ZSTD_isError(returned) != 0 || (bytes.empty() && out.pos == 0)) {
        return fail(Code::kInvalid, std::string("the zstd data is damaged: ") +
                                        (ZSTD_isError(returned) != 0 ? ZSTD_getErrorName(returned)
                                                                     : "it ends early"));
      }
      input_->consume(in.pos);
      frame_done_ = returned == 0;
      if (out.pos > 0) {
        return out.pos;
      }
    }
  }

 private:
  struct Release {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  std::unique_ptr<Input> input_;
  std::unique_ptr<ZSTD_DStream, Release> stream_;
  bool frame_done_ = true;
};

// 0x184D2A50 to …5F: frames of zstd that hold no content, which some builders put first.
bool is_skippable(std::string_view bytes) {
  return bytes.size() >= 4 && (bytes[0] & '\xf0') == '\x50' &&
         bytes.substr(1, 3) == std::string_view("\x2a\x4d\x18", 3);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> inflated(ByteSource& from) {
  auto input = std::make_unique<Input>(from);
  TRY(input->fill(4));
  const std::string_view start = input->buffered();
  if (start.starts_with(kGzip)) {
    return std::make_unique<GzipSource>(std::move(input));
  }
  if (start.starts_with(kZstd) || is_skippable(start)) {
    return std::make_unique<ZstdSource>(std::move(input));
  }
  return std::make_unique<PlainSource>(std::move(input));
}

}  // namespace sluice::images
