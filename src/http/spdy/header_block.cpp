// SPDX-License-Identifier: Apache-2.0
#include "http/spdy/header_block.h"

#include <zlib.h>

#include <array>

#include "base/text.h"
#include "http/spdy/dictionary.h"
#include "http/spdy/frame.h"

namespace sluice::http {

namespace {

constexpr std::size_t kMaxHeaders = 64 * 1024;

const Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

void give_input(z_stream& stream, std::string_view text) {
  // zlib does not write to its input; its declaration depends on how it was built.
  stream.next_in = const_cast<Bytef*>(bytes_of(text));
  stream.avail_in = static_cast<uInt>(text.size());
}

tl::unexpected<Error> broken() {
  return fail(Code::kBadRequest, "broken header block");
}

// Takes a number and that many bytes off the front of `text`.
Result<std::string_view> take_text(std::string_view& text) {
  if (text.size() < 4) {
    return broken();
  }
  const std::uint32_t size = spdy_number(text.substr(0, 4));
  if (size > text.size() - 4) {
    return broken();
  }
  const std::string_view taken = text.substr(4, size);
  text.remove_prefix(4 + std::size_t{size});
  return taken;
}

void append_text(std::string_view text, std::string& into) {
  append_spdy_number(static_cast<std::uint32_t>(text.size()), into);
  into += text;
}

}  // namespace

void SpdyHeaderReader::End::operator()(z_stream_s* stream) const {
  inflateEnd(stream);
  delete stream;
}

void SpdyHeaderWriter::End::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

SpdyHeaderReader::SpdyHeaderReader() : stream_(new z_stream()) {
  CHECK(inflateInit(stream_.get()) == Z_OK);
}

Result<std::string> SpdyHeaderReader::inflate(std::string_view block) {
  std::string text;
  give_input(*stream_, block);
  while (true) {
    std::array<char, 4096> buffer;
    stream_->next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_->avail_out = buffer.size();
    int result = ::inflate(stream_.get(), Z_SYNC_FLUSH);
    if (result == Z_NEED_DICT) {
      const std::string& dictionary = spdy_dictionary();
      result = inflateSetDictionary(stream_.get(), bytes_of(dictionary),
                                    static_cast<uInt>(dictionary.size()));
    }
    const std::size_t produced = buffer.size() - stream_->avail_out;
    text.append(buffer.data(), produced);
    if ((result != Z_OK && result != Z_BUF_ERROR) || text.size() > kMaxHeaders) {
      return broken();
    }
    if (stream_->avail_in == 0 && stream_->avail_out > 0) {
      return text;
    }
    if (result == Z_BUF_ERROR && produced == 0) {
      return broken();
    }
  }
}

Result<Headers> SpdyHeaderReader::read(std::string_view block) {
  TRY_ASSIGN(const std::string text, inflate(block));
  std::string_view rest = text;
  if (rest.size() < 4) {
    return broken();
  }
  const std::uint32_t count = spdy_number(rest.substr(0, 4));
  rest.remove_prefix(4);
  Headers headers;
  for (std::uint32_t i = 0; i < count; ++i) {
    TRY_ASSIGN(const std::string_view name, take_text(rest));
    TRY_ASSIGN(const std::string_view values, take_text(rest));
    for (const std::string_view value : split(values, '\0')) {
      headers.add(std::string(name), std::string(value));
    }
  }
  return headers;
}

SpdyHeaderWriter::SpdyHeaderWriter() : stream_(new z_stream()) {
  CHECK(deflateInit(stream_.get(), Z_DEFAULT_COMPRESSION) == Z_OK);
  const std::string& dictionary = spdy_dictionary();
  CHECK(deflateSetDictionary(stream_.get(), bytes_of(dictionary),
                             static_cast<uInt>(dictionary.size())) == Z_OK);
}

std::string SpdyHeaderWriter::write(const Headers& headers) {
  std::string fields;
  std::uint32_t count = 0;
  for (const auto& [name, value] : headers) {
    append_text(to_lower(name), fields);
    append_text(value, fields);
    ++count;
  }
  std::string text;
  append_spdy_number(count, text);
  text += fields;
  std::string block(deflateBound(stream_.get(), text.size()) + 64, '\0');
  give_input(*stream_, text);
  stream_->next_out = reinterpret_cast<Bytef*>(block.data());
  stream_->avail_out = static_cast<uInt>(block.size());
  CHECK(deflate(stream_.get(), Z_SYNC_FLUSH) == Z_OK && stream_->avail_in == 0);
  block.resize(block.size() - stream_->avail_out);
  return block;
}

}  // namespace sluice::http
