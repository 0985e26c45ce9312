// SPDX-License-Identifier: Apache-2.0
#include "http/inflater.h"

#include <zlib.h>

#include <utility>

namespace sluice::http {
namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr int kGzip = 16;        // added to the window bits: gzip's header instead of zlib's
constexpr unsigned kMethod = 8;  // in the first half byte of zlib's header; no block begins so

}  // namespace

Inflater::Inflater(Form form) : form_(form), stream_(std::make_unique<z_stream_s>()) {}

Inflater::~Inflater() {
  if (begun_) {
    inflateEnd(stream_.get());
  }
}

void Inflater::feed(std::string input) {
  input_ = std::move(input);
  used_ = 0;
}

// Who says deflate means zlib's header by the standard, and none by habit.
Result<void> Inflater::begin() {
  const bool has_header = (static_cast<unsigned char>(input_.front()) & 0x0fU) == kMethod;
  const int bits = form_ == Form::kGzip ? MAX_WBITS + kGzip : has_header ? MAX_WBITS : -MAX_WBITS;
  if (inflateInit2(stream_.get(), bits) != Z_OK) {
    return fail(Code::kInternal, "zlib could not be started");
  }
  begun_ = true;
  return {};
}

Result<void> Inflater::take(std::string& out) {
  if (input_.empty()) {
    return {};
  }
  if (!begun_) {
    TRY(begin());
  }
  if (std::exchange(whole_, false) && stream_->total_in > 0) {
    inflateReset(stream_.get());  // gzip's members follow each other
  }
  const std::size_t before = out.size();
  out.resize(before + kPiece);
  stream_->next_in = reinterpret_cast<Bytef*>(input_.data() + used_);
  stream_->avail_in = static_cast<uInt>(input_.size() - used_);
  stream_->next_out = reinterpret_cast<Bytef*>(out.data() + before);
  stream_->avail_out = static_cast<uInt>(kPiece);
  const int result = inflate(stream_.get(), Z_NO_FLUSH);
  used_ = input_.size() - stream_->avail_in;
  out.resize(before + kPiece - stream_->avail_out);
  if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
    return fail(Code::kInvalid, "the body is not what its Content-Encoding says");
  }
  whole_ = result == Z_STREAM_END;
  if (used_ == input_.size() && (whole_ || stream_->avail_out > 0)) {
    input_.clear();
  }
  return {};
}

}  // namespace sluice::http
