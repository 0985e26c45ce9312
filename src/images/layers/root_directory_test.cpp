// SPDX-License-Identifier: Apache-2.0
#include "images/layers/root_directory.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using Missing = RootDirectory::Missing;

class RootDirectoryTest : public testing::Test {
 protected:
  RootDirectoryTest() {
    fs::create_directories(root_ / "usr/lib");
    fs::create_directories(scratch_.path() / "outside");
    EXPECT_TRUE(write_file_atomic(scratch_.path() / "outside/secret", "secret"));
    EXPECT_TRUE(write_file_atomic(root_ / "usr/lib/f", "inside"));
    fs::create_symlink("usr/lib", root_ / "lib");
    fs::create_symlink("/usr", root_ / "absolute");
    fs::create_symlink("../../../outside", root_ / "out");
    fs::create_symlink(scratch_.path() / "outside", root_ / "far");
    fs::create_symlink("loop", root_ / "loop");
  }

  std::string place(const std::string& path, Missing missing = Missing::kIsAnError) {
    const auto root = RootDirectory::open(root_).value();
    const auto found = root.directory(path, missing);
    return found ? found->path : "error: " + std::string(to_string(found.error().code));
  }
  std::string read(const std::string& path) {
    const auto root = RootDirectory::open(root_).value();
    const auto fd = root.file(path);
    return fd ? read_file("/proc/self/fd/" + std::to_string(fd->get())).value() : "error";
  }

  TemporaryDirectory scratch_;
  fs::path root_ = scratch_.path() / "root";
};

TEST_F(RootDirectoryTest, LinksLeadWhereAProcessInsideWouldGo) {
  EXPECT_EQ(place(""), "");
  EXPECT_EQ(place("/"), "");
  EXPECT_EQ(place("usr//./lib/"), "usr/lib");
  EXPECT_EQ(place("lib"), "usr/lib");
  EXPECT_EQ(place("absolute/lib"), "usr/lib");
  EXPECT_EQ(place("lib/../lib"), "usr/lib");
  EXPECT_EQ(place("../../usr"), "usr");
}

TEST_F(RootDirectoryTest, NothingLeadsOutside) {
  EXPECT_EQ(place("out"), "error: NotFound");
  EXPECT_EQ(place("far"), "error: NotFound");
  EXPECT_EQ(place("loop"), "error: Invalid");
  EXPECT_EQ(place("out/x", Missing::kIsMade), "outside/x");
  EXPECT_TRUE(fs::is_directory(root_ / "outside/x"));
  EXPECT_FALSE(fs::exists(scratch_.path() / "outside/x"));
}

TEST_F(RootDirectoryTest, AFileIsNoDirectory) {
  EXPECT_TRUE(place("usr/lib/f").starts_with("error"));
  EXPECT_TRUE(place("usr/lib/f/x", Missing::kIsMade).starts_with("error"));
}

TEST_F(RootDirectoryTest, ReadsFilesInsideOnly) {
  EXPECT_EQ(read("/lib/f"), "inside");
  EXPECT_EQ(read("out/secret"), "error");
  fs::create_symlink("/absolute/lib/f", root_ / "usr/link");
  EXPECT_EQ(read("usr/link"), "inside");
  fs::create_symlink(scratch_.path() / "outside/secret", root_ / "usr/leak");
  EXPECT_EQ(read("usr/leak"), "error");
  EXPECT_EQ(read("usr"), "error");
  EXPECT_EQ(read("loop"), "error");
  EXPECT_EQ(read("missing"), "error");
}

TEST_F(RootDirectoryTest, DepthIsBounded) {
  std::string deep;
  for (int i = 0; i < 300; ++i) {
    deep += "d/";
  }
  EXPECT_EQ(place(deep, Missing::kIsMade), "error: Invalid");
}

}  // namespace
}  // namespace sluice::images
