// SPDX-License-Identifier: Apache-2.0
#include "images/layers/tar_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "images/test_image.h"

namespace sluice::images {
namespace {

using Type = TarEntry::Type;

struct Read {
  TarEntry entry;
  std::string content;
};

Result<std::vector<Read>> read_tar(const std::string& text) {
  TextSource source(text);
  TarReader reader(source);
  std::vector<Read> all;
  TarEntry entry;
  while (true) {
    TRY_ASSIGN(const bool more, reader.next(entry));
    if (!more) {
      return all;
    }
    all.push_back({entry, ""});
    std::array<char, 100> piece{};
    std::size_t got = 1;
    while (got > 0) {
      TRY_ASSIGN(got, reader.read(piece));
      all.back().content.append(piece.data(), got);
    }
  }
}

TEST(TarReader, ReadsEveryTypeOfEntry) {
  const auto all = read_tar(TarWriter()
                                .directory("d/", 01777)
                                .file("d/f", std::string(1000, 'x'), 04755)
                                .symlink("d/s", "../e")
                                .hard_link("d/h", "d/f")
                                .add({.path = "fifo", .type = '6'})
                                .add({.path = "null", .type = '3'})
                                .add({.path = "own", .uid = 1000, .gid = 100})
                                .text())
                       .value();
  ASSERT_EQ(all.size(), 7U);
  EXPECT_EQ(all[0].entry.type, Type::kDirectory);
  EXPECT_EQ(all[0].entry.mode, 01777U);
  EXPECT_EQ(all[1].entry.type, Type::kFile);
  EXPECT_EQ(all[1].entry.mode, 04755U);
  EXPECT_EQ(all[1].entry.modified, 1'700'000'000);
  EXPECT_EQ(all[1].content, std::string(1000, 'x'));
  EXPECT_EQ(all[2].entry.target, "../e");
  EXPECT_EQ(all[3].entry.type, Type::kHardLink);
  EXPECT_EQ(all[3].entry.target, "d/f");
  EXPECT_EQ(all[4].entry.type, Type::kFifo);
  EXPECT_EQ(all[5].entry.type, Type::kDevice);
  EXPECT_EQ(all[6].entry.uid, 1000U);
  EXPECT_EQ(all[6].entry.gid, 100U);
}

TEST(TarReader, LongNamesComeInThreeWays) {
  const std::string name = "dir/" + std::string(300, 'n');
  const auto pax = read_tar(TarWriter()
                                .pax({{"path", name},
                                      {"linkpath", "t" + name},
                                      {"uid", "3000000"},
                                      {"mtime", "12.5"},
                                      {"comment", "a=b"}})
                                .symlink("short", "x")
                                .text())
                       .value();
  ASSERT_EQ(pax.size(), 1U);
  EXPECT_EQ(pax[0].entry.path, name);
  EXPECT_EQ(pax[0].entry.target, "t" + name);
  EXPECT_EQ(pax[0].entry.uid, 3'000'000U);
  EXPECT_EQ(pax[0].entry.modified, 12);
  EXPECT_EQ(pax[0].entry.modified_nanos, 500'000'000U);

  const std::string nul(1, '\0');
  const auto gnu = read_tar(TarWriter()
                                .add({.path = "././@LongLink", .type = 'L', .content = name + nul})
                                .add({.path = "././@LongLink", .type = 'K', .content = "to" + nul})
                                .symlink("short", "x")
                                .file("next", "")
                                .text())
                       .value();
  ASSERT_EQ(gnu.size(), 2U);
  EXPECT_EQ(gnu[0].entry.path, name);
  EXPECT_EQ(gnu[0].entry.target, "to");
  EXPECT_EQ(gnu[1].entry.path, "next");

  std::string prefixed = TarWriter().file("f", "").text();
  std::memcpy(prefixed.data() + 345, "some/prefix", 11);
  unsigned sum = 0;
  std::memset(prefixed.data() + 148, ' ', 8);
  for (int i = 0; i < 512; ++i) {
    sum += static_cast<unsigned char>(prefixed[static_cast<std::size_t>(i)]);
  }
  std::snprintf(prefixed.data() + 148, 7, "%06o", sum);
  EXPECT_EQ(read_tar(prefixed).value()[0].entry.path, "some/prefix/f");
}

TEST(TarReader, TheSizeOfAPaxHeaderCounts) {
  const auto all =
      read_tar(
          TarWriter().pax({{"size", "700"}}).file("f", std::string(700, 'y')).file("g", "z").text())
          .value();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].content.size(), 700U);
  EXPECT_EQ(all[1].content, "z");
}

TEST(TarReader, ContentThatNobodyReadsIsSkipped) {
  const std::string text = TarWriter().file("a", std::string(5000, 'a')).file("b", "b").text();
  TextSource source(text);
  TarReader reader(source);
  TarEntry entry;
  ASSERT_TRUE(reader.next(entry).value());
  EXPECT_EQ(reader.offset(), 512);
  ASSERT_TRUE(reader.next(entry).value());
  EXPECT_EQ(entry.path, "b");
  EXPECT_EQ(reader.offset(), 512 + 5120 + 512);
  EXPECT_FALSE(reader.next(entry).value());
}

TEST(TarReader, SparseFilesAreRefusedByName) {
  for (const std::string& text :
       {TarWriter().add({.path = "s", .type = 'S'}).text(),
        TarWriter().pax({{"GNU.sparse.major", "1"}}).file("s", "").text()}) {
    const auto all = read_tar(text);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().code, Code::kUnsupported);
    EXPECT_THAT(all.error().message, testing::HasSubstr("sparse"));
  }
  EXPECT_FALSE(read_tar(TarWriter().add({.path = "s", .type = 'Z'}).text()));
}

TEST(TarReader, DamagedArchivesAreInvalid) {
  const std::string good = TarWriter().file("f", std::string(600, 'x')).text();
  for (const std::size_t keep : {100U, 600U, 1100U}) {
    EXPECT_EQ(read_tar(good.substr(0, keep)).error().code, Code::kInvalid) << keep;
  }
  std::string changed = good;
  changed[3] = 'y';
  EXPECT_THAT(read_tar(changed).error().message, testing::HasSubstr("checksum"));
  EXPECT_FALSE(read_tar(TarWriter().file("", "").text()));
  EXPECT_FALSE(read_tar(TarWriter().pax({{"path", "a"}}).text()));
  EXPECT_FALSE(read_tar(TarWriter().pax({{"size", "-1"}}).file("f", "").text()));
  EXPECT_FALSE(read_tar(TarWriter().pax({{"path", std::string("a\0b", 3)}}).file("f", "").text()));
  EXPECT_FALSE(read_tar(
      TarWriter().add({.path = "x", .type = 'x', .content = "9 a=b"}).file("f", "").text()));
  EXPECT_FALSE(read_tar(
      TarWriter().add({.path = "x", .type = 'x', .content = "99999 a=b\n"}).file("f", "").text()));
  EXPECT_FALSE(
      read_tar(TarWriter()
                   .add({.path = "x", .type = 'x', .content = std::string((1 << 20) + 1, 'a')})
                   .file("f", "")
                   .text()));
}

TEST(TarReader, AnArchiveMayLackItsEnd) {
  const std::string text = TarWriter().file("f", "x").text();
  EXPECT_EQ(read_tar(text.substr(0, 1024)).value().size(), 1U);
  EXPECT_EQ(read_tar("").value().size(), 0U);
}

}  // namespace
}  // namespace sluice::images
