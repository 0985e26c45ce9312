// SPDX-License-Identifier: Apache-2.0
#include "images/sources/file_set.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

class FileSetTest : public testing::Test {
 protected:
  Result<std::unique_ptr<FileSet>> archive(const std::string& content) {
    EXPECT_TRUE(write_file_atomic(scratch_.path() / "a.tar", content));
    return files_of_archive(scratch_.path() / "a.tar", scratch_.path());
  }
  TemporaryDirectory scratch_;
};

TEST_F(FileSetTest, ReadsArchivesCompressedOrNot) {
  const std::string tar = TarWriter()
                              .file("./a", "1")
                              .file("d/b", "2")
                              .symlink("e/l", "../d/b")
                              .hard_link("h", "a")
                              .symlink("loop", "loop")
                              .symlink("out", "../../etc/passwd")
                              .text();
  for (const std::string& content : {tar, gzip(tar), zstd(tar)}) {
    const auto files = archive(content);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_EQ(read_text(**files, "a").value(), "1");
    EXPECT_EQ(read_text(**files, "d/b").value(), "2");
    EXPECT_EQ(read_text(**files, "e/l").value(), "2");
    EXPECT_EQ(read_text(**files, "h").value(), "1");
    EXPECT_FALSE((*files)->has("loop"));
    EXPECT_FALSE((*files)->has("out"));
    EXPECT_EQ(read_text(**files, "c").error().code, Code::kNotFound);
  }
  EXPECT_EQ(list_directory(scratch_.path())->size(), 1U);
}

TEST_F(FileSetTest, WhatIsNoArchiveIsRefused) {
  EXPECT_EQ(archive(std::string(2000, 'x')).error().code, Code::kInvalid);
  EXPECT_EQ(files_of_archive("/nonexistent", scratch_.path()).error().code, Code::kNotFound);
}

TEST_F(FileSetTest, ReadsDirectories) {
  ASSERT_TRUE(write_file_atomic(scratch_.path() / "index.json", "{}"));
  const auto files = files_of_directory(scratch_.path());
  EXPECT_TRUE(files->has("index.json"));
  EXPECT_FALSE(files->has("oci-layout"));
  EXPECT_EQ(read_text(*files, "index.json").value(), "{}");
  EXPECT_EQ(read_text(*files, "x").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::images
