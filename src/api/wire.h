// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::api {

// Protobuf's wire format, as far as Kubernetes uses it. Messages and byte strings are both "text".

class WireWriter {
 public:
  void integer(int number, std::int64_t value);
  void boolean(int number, bool value);  // false is left out
  void real(int number, double value);
  void text(int number, std::string_view value);

  // A message within: what is written until close(), which takes what open() returned.
  std::size_t open(int number);
  void close(std::size_t opened);

  void raw(std::string_view bytes) { out_ += bytes; }  // no field of its own
  std::string bytes() && { return std::move(out_); }

 private:
  void varint(std::uint64_t value);
  std::string out_;
};

// Reads the fields of one message, in order. The bytes must outlive the reader and its texts.
class WireReader {
 public:
  enum class Type : std::uint8_t { kVarint = 0, kFixed64 = 1, kText = 2, kFixed32 = 5 };

  struct Field {
    std::uint32_t number = 0;
    Type type = Type::kVarint;
    std::uint64_t integer = 0;  // kVarint, kFixed64, kFixed32
    std::string_view text;      // kText
  };

  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  // The next field; nothing at the end; BadRequest when the bytes are cut off or malformed.
  Result<std::optional<Field>> next();

 private:
  Result<std::uint64_t> varint();
  Result<std::uint64_t> fixed(std::size_t bytes);

  std::string_view rest_;
};

}  // namespace sluice::api
