// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/swapped_tree.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::kubelet {
namespace {

namespace fs = std::filesystem;

class SwappedTreeTest : public testing::Test {
 protected:
  bool show(const VolumeFiles& files) {
    const auto changed = show_files(directory(), files, std::nullopt);
    EXPECT_TRUE(changed.has_value());
    return changed.value_or(false);
  }
  std::string content(const std::string& name) { return *read_file(directory() / name); }
  fs::path directory() const { return scratch_.path() / "volume"; }

  TemporaryDirectory scratch_;
};

TEST_F(SwappedTreeTest, FilesAppearWithContentAndMode) {
  EXPECT_TRUE(show({{"a", {"1", 0400}}, {"dir/b", {"2", 0644}}}));
  EXPECT_EQ(content("a"), "1");
  EXPECT_EQ(content("dir/b"), "2");
  struct stat status {};
  ASSERT_EQ(::stat((directory() / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0400u);
}

TEST_F(SwappedTreeTest, TheSameContentChangesNothing) {
  EXPECT_TRUE(show({{"a", {"1"}}}));
  const fs::path tree = fs::read_symlink(directory() / "..data");
  EXPECT_FALSE(show({{"a", {"1"}}}));
  EXPECT_EQ(fs::read_symlink(directory() / "..data"), tree);
}

TEST_F(SwappedTreeTest, ChangesComeAndGoTogether) {
  show({{"a", {"1"}}, {"gone", {"x"}}});
  EXPECT_TRUE(show({{"a", {"2"}}, {"new", {"y"}}}));
  EXPECT_EQ(content("a"), "2");
  EXPECT_EQ(content("new"), "y");
  EXPECT_FALSE(fs::exists(fs::symlink_status(directory() / "gone")));
  std::size_t trees = 0;
  for (const auto& entry : fs::directory_iterator(directory())) {
    trees += entry.path().filename().string().starts_with("..tree_") ? 1 : 0;
  }
  EXPECT_EQ(trees, 1u);
}

TEST_F(SwappedTreeTest, AnEmptyVolumeIsADirectory) {
  show({});
  EXPECT_TRUE(fs::is_directory(directory()));
}

TEST_F(SwappedTreeTest, AGroupMayRead) {
  ASSERT_TRUE(show_files(directory(), {{"a", {"1", 0400}}}, ::getgid()).has_value());
  struct stat status {};
  ASSERT_EQ(::stat((directory() / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0440u);
}

}  // namespace
}  // namespace sluice::kubelet
