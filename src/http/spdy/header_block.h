// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"

struct z_stream_s;

namespace sluice::http {

// Header blocks of SPDY/3.1 (section 2.6.10): a count, then names and values with their lengths,
// compressed with zlib. The compression remembers earlier blocks, so there is one reader and one
// writer per connection, and after an error the reader is of no use. Not thread-safe.

class SpdyHeaderReader {
 public:
  SpdyHeaderReader();

  // BadRequest when the block is broken, or larger than headers have any reason to be.
  Result<Headers> read(std::string_view block);

 private:
  Result<std::string> inflate(std::string_view block);

  struct End {
    void operator()(z_stream_s* stream) const;
  };
  std::unique_ptr<z_stream_s, End> stream_;
};

class SpdyHeaderWriter {
 public:
  SpdyHeaderWriter();
  std::string write(const Headers& headers);

 private:
  struct End {
    void operator()(z_stream_s* stream) const;
  };
  std::unique_ptr<z_stream_s, End> stream_;
};

}  // namespace sluice::http
