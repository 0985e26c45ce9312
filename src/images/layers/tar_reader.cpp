// SPDX-License-Identifier: Apache-2.0
//
// An archive is a row of 512 byte blocks: a header, its content padded to whole blocks, and so on
// until a block of zeros. Headers of type 'x' (pax) and 'L', 'K' (GNU) describe the entry that
// follows. See POSIX.1-2017 pax and the GNU tar manual, "Basic Tar Format".
#include "images/layers/tar_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"

namespace sluice::images {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::int64_t kMaxExtension = 1 << 20;

tl::unexpected<Error> damaged(const std::string& why) {
  return fail(Code::kInvalid, "the tar data is damaged: " + why);
}

// Texts in headers end with a NUL or fill their field.
std::string text_field(std::string_view block, std::size_t at, std::size_t size) {
  const std::string_view field = block.substr(at, size);
  return std::string(field.substr(0, field.find('\0')));
}

// Octal digits, or, when the highest bit is set, a big-endian number (GNU).
std::optional<std::int64_t> number_field(std::string_view block, std::size_t at, std::size_t size) {
  std::string_view field = block.substr(at, size);
  if ((field[0] & '\x80') != 0) {
    const bool negative = (field[0] & '\x40') != 0;
    std::uint64_t number = negative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
      const auto byte =
          static_cast<unsigned char>(i == 0 && !negative ? field[0] & '\x7f' : field[i]);
      if ((number >> 55) != (negative ? 0x1ff : 0)) {
        return std::nullopt;
      }
      number = (number << 8) | byte;
    }
    return static_cast<std::int64_t>(number);
  }
  const std::size_t start =
      std::min(field.find_first_not_of(std::string_view(" \0", 2)), field.size());
  field.remove_prefix(start);
  field = field.substr(0, field.find_first_of(std::string_view(" \0", 2)));
  std::int64_t number = 0;
  const auto parsed = std::from_chars(field.data(), field.data() + field.size(), number, 8);
  if (field.empty()) {
    return 0;
  }
  if (parsed.ec != std::errc() || parsed.ptr != field.data() + field.size() || number < 0) {
    return std::nullopt;
  }
  return number;
}

bool is_zero(std::string_view block) {
  return block.find_first_not_of('\0') == std::string_view::npos;
}

// The sum of all bytes, its own field counted as spaces; old writers added signed bytes.
bool checksum_fits(std::string_view block) {
  std::int64_t plain = 0;
  std::int64_t as_signed = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const char byte = i >= 148 && i < 156 ? ' ' : block[i];
    plain += static_cast<unsigned char>(byte);
    as_signed += static_cast<signed char>(byte);
  }
  const auto stated = number_field(block, 148, 8);
  return stated && (*stated == plain || *stated == as_signed);
}

std::optional<TarEntry::Type> type_of(char flag) {
  switch (flag) {
    case '0':
    case '\0':
    case '7':
      return TarEntry::Type::kFile;
    case '1':
      return TarEntry::Type::kHardLink;
    case '2':
      return TarEntry::Type::kSymlink;
    case '3':
    case '4':
      return TarEntry::Type::kDevice;
    case '5':
      return TarEntry::Type::kDirectory;
    case '6':
      return TarEntry::Type::kFifo;
    default:
      return std::nullopt;
  }
}

// "1700000000.25"; what is finer than a nanosecond is dropped.
bool parse_time(std::string_view text, std::int64_t& seconds, std::uint32_t& nanos) {
  const std::size_t dot = text.find('.');
  const auto whole = parse_int(text.substr(0, dot));
  if (!whole) {
    return false;
  }
  std::string fraction(dot == std::string_view::npos ? "" : text.substr(dot + 1, 9));
  fraction.resize(9, '0');
  const auto parsed = parse_int(fraction);
  if (!parsed || *parsed < 0) {
    return false;
  }
  const bool before = text.starts_with('-') && *parsed != 0;
  seconds = *whole - (before ? 1 : 0);
  nanos = static_cast<std::uint32_t>(before ? 1'000'000'000 - *parsed : *parsed);
  return true;
}

bool has_nul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

}  // namespace

struct TarReader::Overrides {
  std::optional<std::string> path;
  std::optional<std::string> target;
  std::optional<std::int64_t> size;
  std::optional<std::int64_t> uid;
  std::optional<std::int64_t> gid;
  std::optional<std::string> modified;

  // The records of a pax header: "25 path=some/long/name\n".
  Result<void> read_pax(std::string_view records) {
    while (!records.empty()) {
      std::size_t length = 0;
      const auto parsed = std::from_chars(records.data(), records.data() + records.size(), length);
      const auto digits = static_cast<std::size_t>(parsed.ptr - records.data());
      if (parsed.ec != std::errc() || length > records.size() || length < digits + 3 ||
          records[digits] != ' ' || records[length - 1] != '\n') {
        return damaged("a pax record is malformed");
      }
      const std::string_view record = records.substr(digits + 1, length - digits - 2);
      const std::size_t equals = record.find('=');
      if (equals == std::string_view::npos) {
        return damaged("a pax record is malformed");
      }
      TRY(take(record.substr(0, equals), record.substr(equals + 1)));
      records.remove_prefix(length);
    }
    return {};
  }

  Result<void> take(std::string_view key, std::string_view value) {
    if (key.starts_with("GNU.sparse.")) {
      return fail(Code::kUnsupported, "the tar data holds sparse files, which are not supported");
    }
    std::optional<std::int64_t>* number = key == "size"  ? &size
                                          : key == "uid" ? &uid
                                          : key == "gid" ? &gid
                                                         : nullptr;
    if (number != nullptr) {
      *number = parse_int(value);
      if (!*number || **number < 0) {
        return damaged("the pax " + std::string(key) + " is no number");
      }
    } else if (key == "path") {
      path = value;
    } else if (key == "linkpath") {
      target = value;
    } else if (key == "mtime") {
      modified = value;
    }
    return {};
  }
};

Result<bool> TarReader::read_block(std::span<char> block) {
  TRY_ASSIGN(const std::size_t got, read_fully(source_, block));
  offset_ += static_cast<std::int64_t>(got);
  if (got != 0 && got != block.size()) {
    return damaged("it ends in the middle of a header");
  }
  return got != 0;
}

Result<void> TarReader::skip_content() {
  const std::int64_t count = std::exchange(left_, 0) + std::exchange(padding_, 0);
  if (count > 0 && !source_.skip(count)) {
    return damaged("it ends in the middle of a file");
  }
  offset_ += count;
  return {};
}

Result<std::size_t> TarReader::read(std::span<char> into) {
  const auto most =
      static_cast<std::size_t>(std::min(left_, static_cast<std::int64_t>(into.size())));
  if (most == 0) {
    return std::size_t{0};
  }
  TRY_ASSIGN(const std::size_t got, source_.read(into.first(most)));
  if (got == 0) {
    return damaged("it ends in the middle of a file");
  }
  left_ -= static_cast<std::int64_t>(got);
  offset_ += static_cast<std::int64_t>(got);
  return got;
}

Result<std::string> TarReader::read_extension(std::int64_t size) {
  if (size > kMaxExtension) {
    return damaged("a header of " + std::to_string(size) + " bytes");
  }
  std::string content(static_cast<std::size_t>(size), '\0');
  TRY_ASSIGN(const std::size_t got, read_fully(source_, content));
  if (got != content.size()) {
    return damaged("it ends in the middle of a header");
  }
  offset_ += size;
  padding_ = (static_cast<std::int64_t>(kBlock) - size % static_cast<std::int64_t>(kBlock)) %
             static_cast<std::int64_t>(kBlock);
  TRY(skip_content());
  return content;
}

// True when the block was about an entry to come.
Result<bool> TarReader::collect(std::string_view block, Overrides& overrides) {
  const char flag = block[156];
  if (flag != 'x' && flag != 'g' && flag != 'L' && flag != 'K') {
    return false;
  }
  const auto size = number_field(block, 124, 12);
  if (!size || *size < 0) {
    return damaged("a size is no number");
  }
  TRY_ASSIGN(std::string content, read_extension(*size));
  if (flag == 'x') {
    TRY(overrides.read_pax(content));
  } else if (flag != 'g') {  // what applies to a whole archive says nothing about files
    content.resize(std::min(content.find('\0'), content.size()));
    (flag == 'L' ? overrides.path : overrides.target) = std::move(content);
  }
  return true;
}

Result<void> TarReader::fill_entry(std::string_view block, const Overrides& overrides,
                                   TarEntry& entry) {
  if (block[156] == 'S') {
    return fail(Code::kUnsupported, "the tar data holds sparse files, which are not supported");
  }
  const auto type = type_of(block[156]);
  if (!type) {
    return fail(Code::kUnsupported, "the tar data holds an entry of the unknown type '" +
                                        std::string(1, block[156]) + "'");
  }
  const auto mode = number_field(block, 100, 8);
  const auto uid = overrides.uid ? overrides.uid : number_field(block, 108, 8);
  const auto gid = overrides.gid ? overrides.gid : number_field(block, 116, 8);
  const auto size = overrides.size ? overrides.size : number_field(block, 124, 12);
  const auto modified = number_field(block, 136, 12);
  constexpr std::int64_t kMaxId = std::numeric_limits<std::uint32_t>::max();
  if (!mode || !uid || !gid || !size || !modified || *size < 0 || *uid < 0 || *uid > kMaxId ||
      *gid < 0 || *gid > kMaxId || *size > (std::int64_t{1} << 60)) {
    return damaged("a number in a header is none");
  }
  entry = TarEntry{.type = *type,
                   .path = overrides.path.value_or(text_field(block, 0, 100)),
                   .target = overrides.target.value_or(text_field(block, 157, 100)),
                   .mode = static_cast<mode_t>(*mode & 07777),
                   .uid = static_cast<uid_t>(*uid),
                   .gid = static_cast<gid_t>(*gid),
                   .size = *size,
                   .modified = *modified};
  if (!overrides.path && block.substr(257, 6) == std::string_view("ustar\0", 6)) {
    const std::string prefix = text_field(block, 345, 155);
    entry.path = prefix.empty() ? entry.path : prefix + "/" + entry.path;
  }
  if (overrides.modified &&
      !parse_time(*overrides.modified, entry.modified, entry.modified_nanos)) {
    return damaged("the pax mtime is no time");
  }
  if (entry.path.empty() || has_nul(entry.path) || has_nul(entry.target)) {
    return damaged("an entry without a proper name");
  }
  if (entry.type == TarEntry::Type::kFile && entry.path.ends_with('/')) {
    entry.type = TarEntry::Type::kDirectory;  // how the oldest writers mark them
  }
  return {};
}

Result<bool> TarReader::next(TarEntry& entry) {
  TRY(skip_content());
  Overrides overrides;
  std::array<char, kBlock> buffer;
  const std::string_view block(buffer.data(), buffer.size());
  bool announced = false;
  while (true) {
    TRY_ASSIGN(const bool more, read_block(buffer));
    if (!more || is_zero(block)) {
      return announced ? Result<bool>(damaged("it ends in the middle of an entry")) : false;
    }
    if (!checksum_fits(block)) {
      return damaged("the checksum of a header is wrong");
    }
    TRY_ASSIGN(announced, collect(block, overrides));
    if (!announced) {
      break;
    }
  }
  TRY(fill_entry(block, overrides, entry));
  left_ = entry.type == TarEntry::Type::kFile ? entry.size : 0;
  entry.size = left_;
  constexpr auto kSize = static_cast<std::int64_t>(kBlock);
  padding_ = (kSize - left_ % kSize) % kSize;
  return true;
}

}  // namespace sluice::images
