// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "images/layers/inflate.h"
#include "images/layers/tar_reader.h"

namespace {

// Mutations hardly ever guess a checksum: every block gets a good one, so that the rest is read.
std::string with_checksums(std::string text) {
  for (std::size_t at = 0; at + 512 <= text.size(); at += 512) {
    text.replace(at + 148, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < 512; ++i) {
      sum += static_cast<unsigned char>(text[at + i]);
    }
    std::snprintf(text.data() + at + 148, 8, "%06o", sum);
  }
  return text;
}

// Whatever an archive says: names are proper, a file is as long as it says, and what is read lies
// inside of the archive.
void read_archive(std::string_view bytes) {
  sluice::images::TextSource source(bytes);
  const auto plain = sluice::images::inflated(source);
  if (!plain) {
    return;
  }
  sluice::images::TarReader reader(**plain);
  sluice::images::TarEntry entry;
  std::int64_t total = 0;
  while (reader.next(entry).value_or(false)) {
    CHECK(!entry.path.empty() && entry.path.find('\0') == std::string::npos);
    CHECK(entry.size >= 0 && entry.mode <= 07777 && entry.modified_nanos < 1'000'000'000);
    std::array<char, 512> piece{};
    std::int64_t read = 0;
    auto got = reader.read(piece);
    while (got && *got > 0 && total < (1 << 24)) {
      read += static_cast<std::int64_t>(*got);
      total += static_cast<std::int64_t>(*got);
      got = reader.read(piece);
    }
    CHECK(read <= entry.size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_archive(text);
  read_archive(with_checksums(text));
  return 0;
}
