// SPDX-License-Identifier: Apache-2.0
#include "images/layers/inflate.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

Result<std::string> unpack(std::string_view bytes) {
  TextSource source(bytes);
  TRY_ASSIGN(const auto plain, inflated(source));
  return read_all(*plain, std::size_t{64} << 20);
}

std::string content() {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += random_bytes(10'000) + std::string(20'000, 'x');
  }
  return text;
}

TEST(Inflated, ReadsEveryForm) {
  const std::string text = content();
  EXPECT_EQ(unpack(text).value(), text);
  EXPECT_EQ(unpack(gzip(text)).value(), text);
  EXPECT_EQ(unpack(zstd(text)).value(), text);
  EXPECT_EQ(unpack("").value(), "");
  EXPECT_EQ(unpack("ab").value(), "ab");
}

TEST(Inflated, SeveralMembersAreOneContent) {
  EXPECT_EQ(unpack(gzip("a") + gzip("b") + std::string(512, '\0')).value(), "ab");
  const std::string skippable("\x50\x2a\x4d\x18\x02\0\0\0xy", 10);
  EXPECT_EQ(unpack(skippable + zstd("a") + zstd("b") + skippable).value(), "ab");
}

TEST(Inflated, WhatIsCutOffIsDamaged) {
  const std::string text = content();
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    for (const std::size_t keep : {packed.size() - 1, packed.size() / 2, std::size_t{5}}) {
      const auto unpacked = unpack(std::string_view(packed).substr(0, keep));
      ASSERT_FALSE(unpacked) << keep;
      EXPECT_EQ(unpacked.error().code, Code::kInvalid);
      EXPECT_NE(unpacked.error().message.find("damaged"), std::string::npos);
    }
  }
}

TEST(Inflated, AChangedByteIsDamaged) {
  const std::string text = content();
  for (std::string packed : {gzip(text), zstd(text)}) {
    packed[packed.size() / 2] = static_cast<char>(~packed[packed.size() / 2]);
    EXPECT_FALSE(unpack(packed) == text);
  }
}

}  // namespace
}  // namespace sluice::images
