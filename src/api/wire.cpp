// SPDX-License-Identifier: Apache-2.0
#include "api/wire.h"

#include <array>
#include <bit>

namespace sluice::api {
namespace {

tl::unexpected<Error> malformed(const char* problem) {
  return fail(Code::kBadRequest, std::string("protobuf: ") + problem);
}

}  // namespace

void WireWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    out_ += static_cast<char>((value & 0x7fU) | 0x80U);
    value >>= 7U;
  }
  out_ += static_cast<char>(value);
}

void WireWriter::integer(int number, std::int64_t value) {
  varint(static_cast<std::uint64_t>(number) << 3U);
  varint(static_cast<std::uint64_t>(value));
}

void WireWriter::boolean(int number, bool value) {
  if (value) {
    integer(number, 1);
  }
}

void WireWriter::text(int number, std::string_view value) {
  varint((static_cast<std::uint64_t>(number) << 3U) | 2U);
  varint(value.size());
  out_ += value;
}

void WireWriter::real(int number, double value) {
  varint((static_cast<std::uint64_t>(number) << 3U) | 1U);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (unsigned shift = 0; shift < 64; shift += 8) {
    out_ += static_cast<char>(bits >> shift & 0xffU);
  }
}

// One byte is kept for the length. Most messages are shorter than 128 bytes; longer ones are moved
// once, which is cheaper than measuring everything beforehand.
std::size_t WireWriter::open(int number) {
  varint((static_cast<std::uint64_t>(number) << 3U) | 2U);
  out_ += '\0';
  return out_.size();
}

void WireWriter::close(std::size_t opened) {
  std::uint64_t length = out_.size() - opened;
  std::array<char, 10> bytes;
  std::size_t count = 0;
  while (length >= 0x80) {
    bytes[count++] = static_cast<char>((length & 0x7fU) | 0x80U);
    length >>= 7U;
  }
  bytes[count++] = static_cast<char>(length);
  out_.replace(opened - 1, 1, bytes.data(), count);
}

Result<std::uint64_t> WireReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (rest_.empty()) {
      return malformed("cut off in a number");
    }
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) {
      return value;
    }
  }
  return malformed("a number of more than 64 bits");
}

Result<std::uint64_t> WireReader::fixed(std::size_t bytes) {
  if (rest_.size() < bytes) {
    return malformed("cut off in a number");
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
  }
  rest_.remove_prefix(bytes);
  return value;
}

Result<std::optional<WireReader::Field>> WireReader::next() {
  if (rest_.empty()) {
    return std::optional<Field>();
  }
  TRY_ASSIGN(const std::uint64_t tag, varint());
  Field field{.number = static_cast<std::uint32_t>(tag >> 3U), .type = static_cast<Type>(tag & 7U)};
  if (field.number == 0 || tag >> 32U != 0) {
    return malformed("a field without a valid number");
  }
  switch (field.type) {
    case Type::kVarint: {
      TRY_ASSIGN(field.integer, varint());
      return std::optional(field);
    }
    case Type::kFixed64: {
      TRY_ASSIGN(field.integer, fixed(8));
      return std::optional(field);
    }
    case Type::kFixed32: {
      TRY_ASSIGN(field.integer, fixed(4));
      return std::optional(field);
    }
    case Type::kText: {
      TRY_ASSIGN(const std::uint64_t size, varint());
      if (size > rest_.size()) {
        return malformed("cut off in a text");
      }
      field.text = rest_.substr(0, size);
      rest_.remove_prefix(size);
      return std::optional(field);
    }
  }
  return malformed("an unknown wire type");
}

}  // namespace sluice::api
