// SPDX-License-Identifier: Apache-2.0
#include "images/layers/tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

class TreeTest : public testing::Test {
 protected:
  void add(const std::string& path) {
    fs::create_directories((root_ / path).parent_path());
    EXPECT_TRUE(write_file_atomic(root_ / path, "x"));
  }
  UniqueFd top() const { return UniqueFd(::open(scratch_.path().c_str(), O_PATH | O_DIRECTORY)); }

  TemporaryDirectory scratch_;
  fs::path root_ = scratch_.path() / "root";
};

TEST_F(TreeTest, RemovesWriteProtectedDirectoriesToo) {
  add("a/b/c");
  add("a/d");
  ::chmod((root_ / "a/b").c_str(), 0);
  ::chmod((root_ / "a").c_str(), 0555);
  ::chmod(root_.c_str(), 0500);
  const auto removed = remove_protected_tree(root_);
  EXPECT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(fs::exists(root_));
  EXPECT_TRUE(remove_protected_tree(root_));
  EXPECT_TRUE(remove_protected_tree(scratch_.path() / "no/such"));
}

TEST_F(TreeTest, WhatLinksPointToStays) {
  add("keep/f");
  fs::create_symlink("keep", root_ / "link");
  fs::create_symlink("f", root_ / "keep/link");
  ASSERT_TRUE(remove_protected_tree(root_ / "link"));
  EXPECT_TRUE(fs::exists(root_ / "keep/f"));
}

TEST_F(TreeTest, RemovesAllButWhatIsKept) {
  add("a/old");
  add("a/new");
  add("a/sub/old");
  add("b/sub/new");
  const auto removed = remove_unkept_at(top().get(), "root", "r", [](const std::string& path) {
    return path == "r" || path == "r/a/new" || path == "r/b/sub/new";
  });
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_TRUE(fs::exists(root_ / "a/new"));
  EXPECT_TRUE(fs::exists(root_ / "b/sub/new"));
  EXPECT_FALSE(fs::exists(root_ / "a/old"));
  EXPECT_FALSE(fs::exists(root_ / "a/sub"));
}

}  // namespace
}  // namespace sluice::images
