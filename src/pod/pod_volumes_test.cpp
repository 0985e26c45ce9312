// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_volumes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

class PodVolumesTest : public testing::Test {
 protected:
  PodVolumes volumes() {
    return {list_, directory_.path() / "attempt", directory_.path() / "here",
            directory_.path() / "here/volumes"};
  }
  containers::Mount mount(const VolumeMount& wish) {
    auto result = volumes().mount(wish);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
    return result.value_or(containers::Mount{});
  }
  static mode_t mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
  }

  TemporaryDirectory directory_;
  std::vector<Volume> list_;
};

TEST_F(PodVolumesTest, AnEmptyDirectoryIsAnybodys) {
  list_ = {{.name = "scratch", .kind = VolumeKind::kEmpty}};
  ASSERT_TRUE(volumes().make().has_value());
  volumes().own();
  EXPECT_EQ(mode_of(mount({.volume = "scratch", .target = "/s"}).source), 0777u);
}

TEST_F(PodVolumesTest, MemoryIsToldToWhoeverMountsIt) {
  list_ = {{.name = "shm", .kind = VolumeKind::kMemory, .size_limit = 4096}};
  ASSERT_TRUE(volumes().make().has_value());
  ASSERT_EQ(volumes().memory().size(), 1u);
  EXPECT_EQ(volumes().memory()[0].bytes, 4096u);
  EXPECT_TRUE(fs::is_directory(volumes().memory()[0].directory));
}

TEST_F(PodVolumesTest, OnlyDirectoriesOnDiskNeedToBeWatched) {
  list_ = {{.name = "shm", .kind = VolumeKind::kMemory, .size_limit = 4096},
           {.name = "free", .kind = VolumeKind::kEmpty},
           {.name = "cache", .kind = VolumeKind::kEmpty, .size_limit = 4096}};
  const auto limited = volumes().limited();
  ASSERT_EQ(limited.size(), 1u);
  EXPECT_EQ(limited[0].name, "cache");
  EXPECT_EQ(limited[0].bytes, 4096);
}

TEST_F(PodVolumesTest, TheKubeletsFilesAreInTheAttemptAndReadOnly) {
  list_ = {{.name = "config", .kind = VolumeKind::kFiles, .read_only = true}};
  const auto where = mount({.volume = "config", .target = "/etc/config"});
  EXPECT_EQ(where.source, directory_.path() / "attempt/volumes/config");
  EXPECT_TRUE(where.read_only);
}

TEST_F(PodVolumesTest, ASubPathIsMadeInsideTheVolume) {
  list_ = {{.name = "data", .kind = VolumeKind::kEmpty}};
  ASSERT_TRUE(volumes().make().has_value());
  const auto where = mount({.volume = "data", .target = "/d", .sub_path = "a/b"});
  EXPECT_TRUE(fs::is_directory(where.source));
  EXPECT_TRUE(where.source.string().ends_with("volumes/data/a/b"));
}

TEST_F(PodVolumesTest, ASubPathMayNotLeaveTheVolume) {
  list_ = {{.name = "data", .kind = VolumeKind::kEmpty}};
  ASSERT_TRUE(volumes().make().has_value());
  fs::create_directory_symlink("/etc", directory_.path() / "here/volumes/data/out");
  for (const char* path : {"../other", "out", "out/passwd"}) {
    const auto refused = volumes().mount({.volume = "data", .target = "/d", .sub_path = path});
    ASSERT_FALSE(refused.has_value()) << path;
    EXPECT_NE(refused.error().message.find("leaves the volume"), std::string::npos);
  }
}

TEST_F(PodVolumesTest, AnImageIsNeverWrittenTo) {
  const fs::path image = directory_.path() / "image";
  ASSERT_TRUE(make_directory(image / "etc").has_value());
  list_ = {{.name = "files",
            .kind = VolumeKind::kImage,
            .path = image,
            .read_only = true,
            .group = ::getgid()}};
  ASSERT_TRUE(volumes().make().has_value());
  const mode_t before = mode_of(image);
  volumes().own();
  EXPECT_EQ(mode_of(image), before);
  EXPECT_TRUE(mount({.volume = "files", .target = "/i", .sub_path = "etc"}).read_only);
  const auto missing = volumes().mount({.volume = "files", .target = "/i", .sub_path = "new"});
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().message.find("no such file in the image"), std::string::npos);
  EXPECT_FALSE(fs::exists(image / "new"));
}

TEST_F(PodVolumesTest, AGroupOwnsWhatItShares) {
  list_ = {{.name = "data", .kind = VolumeKind::kEmpty, .group = ::getgid()}};
  ASSERT_TRUE(volumes().make().has_value());
  volumes().own();
  EXPECT_TRUE(mode_of(mount({.volume = "data", .target = "/d"}).source) & S_ISGID);
}

TEST_F(PodVolumesTest, HostPathsAreCheckedByTheirType) {
  const fs::path file = directory_.path() / "file";
  ASSERT_TRUE(write_file_replacing(file, "").has_value());
  EXPECT_TRUE(check_host_path(file, "File").has_value());
  EXPECT_TRUE(check_host_path(directory_.path() / "new/dir", "DirectoryOrCreate").has_value());
  EXPECT_TRUE(fs::is_directory(directory_.path() / "new/dir"));
  EXPECT_TRUE(check_host_path(directory_.path() / "new/file", "FileOrCreate").has_value());
  const auto wrong = check_host_path(file, "Directory");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().message,
            "hostPath type check failed: " + file.string() + " is not a directory");
  EXPECT_FALSE(check_host_path(directory_.path() / "missing", "Socket").has_value());
}

TEST_F(PodVolumesTest, AMountOfNoVolumeIsAnError) {
  EXPECT_FALSE(volumes().mount({.volume = "none", .target = "/x"}).has_value());
}

}  // namespace
}  // namespace sluice::pod
