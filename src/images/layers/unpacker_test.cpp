// SPDX-License-Identifier: Apache-2.0
#include "images/layers/unpacker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "images/layers/tree.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

class UnpackerTest : public testing::Test {
 protected:
  UnpackerTest() { fs::create_directory(root_); }
  ~UnpackerTest() override { EXPECT_TRUE(remove_protected_tree(root_)); }

  Result<void> unpack(const std::vector<TarWriter>& layers) {
    TRY_ASSIGN(Unpacker unpacker, Unpacker::open(root_));
    for (const TarWriter& layer : layers) {
      const std::string text = layer.text();
      TextSource source(text);
      TRY(unpacker.apply(source));
    }
    return unpacker.finish();
  }
  std::string read(const std::string& path) { return read_file(root_ / path).value_or("missing"); }
  struct stat status(const std::string& path) {
    struct stat result {};
    EXPECT_EQ(::lstat((root_ / path).c_str(), &result), 0) << path;
    return result;
  }
  std::string refusal(const TarWriter& layer) {
    const auto done = unpack({layer});
    return done ? "" : done.error().message;
  }

  TemporaryDirectory scratch_;
  fs::path root_ = scratch_.path() / "root";
};

TEST_F(UnpackerTest, LaysLayersOverEachOther) {
  const auto done =
      unpack({TarWriter().directory("./").directory("etc/").file("etc/a", "1").file("etc/b", "1"),
              TarWriter().file("etc/b", "2").file("/new/dir/c", "2").symlink("l", "/etc/a")});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(read("etc/a"), "1");
  EXPECT_EQ(read("etc/b"), "2");
  EXPECT_EQ(read("new/dir/c"), "2");
  EXPECT_EQ(fs::read_symlink(root_ / "l"), "/etc/a");
  EXPECT_EQ(status("etc/a").st_mtime, 1'700'000'000);
}

TEST_F(UnpackerTest, KeepsModesAndForRootOwners) {
  ASSERT_TRUE(unpack({TarWriter()
                          .directory("tmp", 01777)
                          .add({.path = "su", .content = "x", .mode = 04755, .uid = 12, .gid = 34})
                          .add({.path = "pipe", .type = '6', .mode = 0600})}));
  EXPECT_EQ(status("tmp").st_mode & 07777, 01777U);
  EXPECT_EQ(status("su").st_mode & 07777, 04755U);
  EXPECT_TRUE(S_ISFIFO(status("pipe").st_mode));
  if (::geteuid() == 0) {
    EXPECT_EQ(status("su").st_uid, 12U);
    EXPECT_EQ(status("su").st_gid, 34U);
  } else {
    EXPECT_EQ(status("su").st_uid, ::geteuid());
  }
}

TEST_F(UnpackerTest, OurUmaskIsNotTheImages) {
  const mode_t before = ::umask(077);
  EXPECT_TRUE(unpack({TarWriter().file("made/f", "", 0644).add({.path = "p", .type = '6'})}));
  ::umask(before);
  EXPECT_EQ(status("made").st_mode & 07777, 0755U);
  EXPECT_EQ(status("made/f").st_mode & 07777, 0644U);
  EXPECT_EQ(status("p").st_mode & 07777, 0644U);
}

TEST_F(UnpackerTest, DeletionsHideWhatIsBelow) {
  const auto done = unpack({TarWriter()
                                .file("a/x", "1")
                                .file("a/y", "1")
                                .file("b/x", "1")
                                .file("b/sub/z", "1")
                                .file("c", "1"),
                            TarWriter()
                                .file("b/new", "2")
                                .file("b/sub/new", "2")
                                .file("a/.wh.x", "")
                                .file("b/.wh..wh..opq", "")
                                .file(".wh.c", "")
                                .file("a/.wh.never", "")
                                .file("no/.wh.such", "")
                                .file(".wh..wh.plnk", "")});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(read("a/x"), "missing");
  EXPECT_EQ(read("a/y"), "1");
  EXPECT_EQ(read("b/x"), "missing");
  EXPECT_EQ(read("b/sub/z"), "missing");
  EXPECT_EQ(read("b/new"), "2");
  EXPECT_EQ(read("b/sub/new"), "2");
  EXPECT_EQ(read("c"), "missing");
  EXPECT_FALSE(fs::exists(root_ / "no"));
  EXPECT_FALSE(fs::exists(root_ / ".wh..wh.plnk"));
}

TEST_F(UnpackerTest, ADeletionSparesItsOwnLayer) {
  const auto done = unpack({TarWriter().file("d/old", "1"),
                            TarWriter().directory("d").file("d/new", "2").file(".wh.d", "")});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(read("d/new"), "2");
  EXPECT_EQ(read("d/old"), "missing");
}

TEST_F(UnpackerTest, AnOpaqueRootForgetsAllBelow) {
  ASSERT_TRUE(unpack({TarWriter().file("a", "1").file("d/b", "1"),
                      TarWriter().file("c", "2").file(".wh..wh..opq", "")}));
  EXPECT_EQ(read("a"), "missing");
  EXPECT_FALSE(fs::exists(root_ / "d"));
  EXPECT_EQ(read("c"), "2");
}

TEST_F(UnpackerTest, TypesMayChangeBetweenLayers) {
  const auto done =
      unpack({TarWriter().file("a/f", "1").symlink("l", "a").file("f", "1"),
              TarWriter().file("a", "2").directory("l").file("l/x", "2").directory("f")});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(read("a"), "2");
  EXPECT_EQ(read("l/x"), "2");
  EXPECT_TRUE(fs::is_directory(root_ / "f"));
}

TEST_F(UnpackerTest, FilesGoThroughLinksInsideOfTheRoot) {
  fs::create_directory(scratch_.path() / "outside");
  const auto done = unpack({TarWriter()
                                .directory("usr/lib")
                                .symlink("lib", "usr/lib")
                                .symlink("out", "../outside")
                                .symlink("far", (scratch_.path() / "outside").string()),
                            TarWriter().file("lib/f", "2").file("out/f", "2").file("far/f", "2")});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(read("usr/lib/f"), "2");
  EXPECT_TRUE(fs::is_empty(scratch_.path() / "outside"));
  EXPECT_EQ(read("outside/f"), "2");
}

TEST_F(UnpackerTest, APathThatLeadsOutIsRefused) {
  for (const std::string path : {"../x", "a/../../x", "/../x", "a/.."}) {
    EXPECT_THAT(refusal(TarWriter().file(path, "")), testing::HasSubstr("lead out of the image"));
  }
  EXPECT_THAT(refusal(TarWriter().hard_link("h", "../../etc/passwd")),
              testing::HasSubstr("lead out of the image"));
  EXPECT_FALSE(fs::exists(scratch_.path() / "x"));
}

TEST_F(UnpackerTest, HardLinksJoinFilesOfTheImageOnly) {
  ASSERT_TRUE(unpack({TarWriter().file("a", "1").hard_link("d/b", "/a")}));
  EXPECT_EQ(status("a").st_ino, status("d/b").st_ino);
  EXPECT_THAT(refusal(TarWriter().hard_link("h", "etc/passwd")),
              testing::HasSubstr("no file of the image"));
  EXPECT_THAT(refusal(TarWriter().symlink("s", "/etc").hard_link("h", "s/passwd")),
              testing::HasSubstr("no file of the image"));
  EXPECT_THAT(refusal(TarWriter().directory("dir").hard_link("h", "dir")),
              testing::HasSubstr("no file of the image"));
}

TEST_F(UnpackerTest, WritingToOneNameLeavesTheOtherLinkAlone) {
  ASSERT_TRUE(unpack({TarWriter().file("a", "1").hard_link("b", "a"), TarWriter().file("a", "2")}));
  EXPECT_EQ(read("a"), "2");
  EXPECT_EQ(read("b"), "1");
}

TEST_F(UnpackerTest, DeviceNodesAreLeftOut) {
  ASSERT_TRUE(unpack({TarWriter().add({.path = "dev/null", .type = '3'}).file("f", "1")}));
  EXPECT_FALSE(fs::exists(root_ / "dev/null"));
  EXPECT_EQ(read("f"), "1");
}

TEST_F(UnpackerTest, TheRootMustBeADirectory) {
  EXPECT_THAT(refusal(TarWriter().symlink("./", "/etc")), testing::HasSubstr("not a directory"));
}

// Everybody can write to the directory; an ordinary user unpacks into it.
using UnpackerDeathTest = UnpackerTest;
TEST_F(UnpackerDeathTest, AnOrdinaryUserCanUnpackWriteProtectedDirectories) {
  ::chmod(scratch_.path().c_str(), 0755);
  ::chmod(root_.c_str(), 0777);
  EXPECT_EXIT(
      {
        CHECK(::geteuid() != 0 || ::setuid(65534) == 0);
        const auto done =
            unpack({TarWriter().directory("p/q", 0555).directory("p", 0500).file("p/q/a", "1"),
                    TarWriter().file("p/q/b", "2").add({.path = "own", .uid = 0})});
        CHECK(done.has_value());
        CHECK((status("p/q").st_mode & 07777) == 0555);
        CHECK((status("p").st_mode & 07777) == 0500);
        CHECK(read("p/q/b") == "2");
        CHECK(status("own").st_uid == ::geteuid());
        CHECK(remove_protected_tree(root_ / "p").has_value());
        ::_exit(0);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sluice::images
