// SPDX-License-Identifier: Apache-2.0
#include "images/store_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "images/image_lock.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class StoreFilesTest : public testing::Test {
 protected:
  StoreFilesTest() { EXPECT_TRUE(files_.prepare()); }

  void publish() {
    const auto unfinished = files_.begin(image_.id()).value();
    ASSERT_TRUE(write_file_atomic(unfinished / "root/f", "1"));
    const auto done = files_.publish(
        unfinished, {.id = image_.id(), .config_text = image_.config, .size = 42}, kNow);
    ASSERT_TRUE(done) << done.error().message;
  }

  const WallTime kNow = WallTime() + std::chrono::hours(500'000);
  TemporaryDirectory scratch_;
  fs::path directory_ = scratch_.path() / "images";
  StoreFiles files_{directory_};
  TestImage image_ = make_image({}, {.config = {{"User", "me"}}});
};

TEST_F(StoreFilesTest, AnImageAppearsWhole) {
  EXPECT_FALSE(files_.image(image_.id()).value());
  publish();
  const auto image = files_.image(image_.id()).value();
  ASSERT_TRUE(image);
  EXPECT_EQ(image->size, 42);
  EXPECT_EQ(image->config.user, "me");
  EXPECT_EQ(read_file(image->root / "f").value(), "1");
  EXPECT_THAT(files_.ids().value(), ElementsAre(image_.id()));
  EXPECT_EQ(files_.last_used(image_.id()), kNow);
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
}

TEST_F(StoreFilesTest, NobodyElseMayLookInside) {
  struct stat status {};
  ASSERT_EQ(::stat(directory_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST_F(StoreFilesTest, TheFasterOfTwoWins) {
  publish();
  ASSERT_TRUE(write_file_atomic(files_.image(image_.id()).value()->root / "first", ""));
  publish();
  EXPECT_TRUE(fs::exists(files_.image(image_.id()).value()->root / "first"));
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
}

TEST_F(StoreFilesTest, WhatIsBrokenIsNotThereAndIsReplaced) {
  publish();
  const fs::path config = files_.image(image_.id()).value()->root.parent_path() / "config.json";
  ASSERT_TRUE(write_file_atomic(config, image_.config + " "));
  EXPECT_FALSE(files_.image(image_.id()).value());
  publish();
  EXPECT_TRUE(files_.image(image_.id()).value());
}

TEST_F(StoreFilesTest, RemembersNames) {
  const StoreFiles::Record record{"a:1", image_.id(), "a@" + image_.digest()};
  ASSERT_TRUE(files_.write_record(record));
  ASSERT_TRUE(files_.write_record({"b:1", image_.id(), ""}));
  EXPECT_EQ(files_.record("a:1").value(), record);
  EXPECT_EQ(files_.records()->size(), 2U);
  ASSERT_TRUE(files_.remove_record("a:1"));
  EXPECT_EQ(files_.record("a:1").value(), std::nullopt);
  ASSERT_TRUE(write_file_atomic(directory_ / "references/broken.json", "{"));
  EXPECT_EQ(files_.records()->size(), 1U);
}

TEST_F(StoreFilesTest, AnImageIsWithdrawnWithWriteProtectedDirectories) {
  publish();
  const fs::path root = files_.image(image_.id()).value()->root;
  fs::create_directory(root / "d");
  ASSERT_TRUE(write_file_atomic(root / "d/f", ""));
  ::chmod((root / "d").c_str(), 0500);
  ASSERT_TRUE(files_.withdraw(image_.id()));
  EXPECT_TRUE(files_.ids()->empty());
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
  EXPECT_TRUE(files_.withdraw(image_.id()));
}

TEST_F(StoreFilesTest, SweepsWhatACrashLeft) {
  ASSERT_TRUE(files_.begin(image_.id()));
  const WallTime now = RealClock().now();
  ASSERT_TRUE(files_.sweep_old(now - std::chrono::hours(1)));
  EXPECT_FALSE(fs::is_empty(files_.scratch()));
  ASSERT_TRUE(files_.sweep_old(now + std::chrono::hours(1)));
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
}

TEST_F(StoreFilesTest, SweepsWhatTheDeadLeftAndSparesTheLiving) {
  ASSERT_TRUE(files_.begin(image_.id()));
  {
    const auto maker =
        ImageLock::try_take(files_.lock_file(image_.id()), ImageLock::Mode::kExclusive);
    ASSERT_TRUE(files_.sweep_dead());
    EXPECT_FALSE(fs::is_empty(files_.scratch()));
  }
  ASSERT_TRUE(files_.sweep_dead());
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
}

}  // namespace
}  // namespace sluice::images
