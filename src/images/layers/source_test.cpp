// SPDX-License-Identifier: Apache-2.0
#include "images/layers/source.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>

#include "base/files.h"

namespace sluice::images {
namespace {

const std::string kAbc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(ByteSource, ReadsAPartOfAFile) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_file_atomic(directory.path() / "f", "0123456789"));
  const UniqueFd fd(::open((directory.path() / "f").c_str(), O_RDONLY));
  FileSource part(fd.get(), 2, 5);
  EXPECT_EQ(read_all(part, 100).value(), "23456");
  FileSource too_long(fd.get(), 8, 5);
  EXPECT_EQ(read_all(too_long, 100).error().code, Code::kInvalid);
}

TEST(ByteSource, SkipsForwardButNotPastTheEnd) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_file_atomic(directory.path() / "f", "0123456789"));
  const UniqueFd fd(::open((directory.path() / "f").c_str(), O_RDONLY));
  FileSource file(fd.get(), 0, 10);
  TextSource text("0123456789");
  for (ByteSource* source : {static_cast<ByteSource*>(&file), static_cast<ByteSource*>(&text)}) {
    ASSERT_TRUE(source->skip(7));
    EXPECT_EQ(read_all(*source, 10).value(), "789");
    EXPECT_EQ(source->skip(1).error().code, Code::kInvalid);
  }
}

TEST(ByteSource, MoreThanTheLimitIsRefused) {
  TextSource text("0123456789");
  EXPECT_EQ(read_all(text, 9).error().code, Code::kInvalid);
}

TEST(ByteSource, FillsWhatItIsGiven) {
  TextSource text("0123456789");
  std::array<char, 7> piece{};
  EXPECT_EQ(read_fully(text, piece).value(), 7U);
  EXPECT_EQ(read_fully(text, piece).value(), 3U);
  EXPECT_EQ(read_fully(text, piece).value(), 0U);
}

TEST(ByteSource, ADigestCoversWhatNobodyRead) {
  TextSource text("abc");
  DigestedSource source(text, kAbc);
  std::array<char, 1> piece{};
  EXPECT_EQ(source.read(piece).value(), 1U);
  EXPECT_TRUE(source.verify("it"));
  EXPECT_EQ(source.bytes(), 3);
}

TEST(ByteSource, AnotherContentIsDamaged) {
  TextSource text("abd");
  DigestedSource source(text, kAbc);
  const auto verified = source.verify("layer 1");
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, Code::kInvalid);
  EXPECT_TRUE(verified.error().message.starts_with("layer 1 is damaged: its digest is sha256:"));
}

TEST(ByteSource, DigestsOfTexts) {
  EXPECT_EQ(digest_of("abc"), kAbc);
  EXPECT_TRUE(digest_of("abc", "sha512:").starts_with("sha512:ddaf35a1"));
}

}  // namespace
}  // namespace sluice::images
