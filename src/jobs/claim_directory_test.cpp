// SPDX-License-Identifier: Apache-2.0
#include "jobs/claim_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::jobs {
namespace {

class Claim : public testing::Test {
 protected:
  Claim() {
    EXPECT_TRUE(make_directory(volume()).has_value());
    EXPECT_TRUE(make_directory(outside()).has_value());
    EXPECT_TRUE(write_file_replacing(outside() / "secret", "secret").has_value());
  }
  std::filesystem::path volume() const { return scratch_.path() / "volume"; }
  std::filesystem::path outside() const { return scratch_.path() / "outside"; }

  ClaimDirectory open() const { return ClaimDirectory::open_path(volume()).value(); }
  Result<std::int64_t> write(const std::string& path, const std::string& bytes) const {
    return open().write(path, [&](std::int64_t offset, std::int64_t most) {
      return bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(most));
    });
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::recursive_directory_iterator(volume()), {}));
  }

  TemporaryDirectory scratch_{"claim"};
};

TEST_F(Claim, AFileIsReplacedWholeInDirectoriesThatAreMade) {
  const std::string large(2'500'000, 'x');
  EXPECT_EQ(write("a/b/c", "old").value_or(0), 3);
  EXPECT_EQ(write("a/b/c", large).value_or(0), 2'500'000);
  EXPECT_EQ(read_file(volume() / "a/b/c").value_or(""), large);
  const auto read = open().read("a/b/c");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->size, 2'500'000);
}

TEST_F(Claim, WhatBreaksOffLeavesTheOldFileAndNothingElse) {
  EXPECT_TRUE(write("f", "old").has_value());
  const auto broken = open().write("f", [](std::int64_t offset, std::int64_t) {
    return offset == 0 ? Result<std::string>("new") : fail(Code::kUnavailable, "gone");
  });
  EXPECT_EQ(broken.error().message, "gone");
  EXPECT_EQ(read_file(volume() / "f").value_or(""), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(Claim, NoLinkLeadsOut) {
  std::filesystem::create_directory_symlink(outside(), volume() / "dir");
  std::filesystem::create_symlink(outside() / "secret", volume() / "file");
  std::filesystem::create_hard_link(outside() / "secret", volume() / "hard");
  for (const char* path : {"dir/secret", "file", "hard"}) {
    EXPECT_FALSE(open().read(path).has_value()) << path;
  }
  EXPECT_FALSE(write("dir/new", "x").has_value());
  EXPECT_FALSE(std::filesystem::exists(outside() / "new"));
  EXPECT_TRUE(write("file", "x").has_value());  // replaces the link
  EXPECT_EQ(read_file(outside() / "secret").value_or(""), "secret");
}

TEST_F(Claim, OnlyPlainFilesAreRead) {
  ASSERT_EQ(::mkfifo((volume() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(open().read("pipe").error().code, Code::kNotFound);
  EXPECT_FALSE(open().read(".").has_value());
  EXPECT_EQ(open().read("nothing").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::jobs
