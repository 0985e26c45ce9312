// SPDX-License-Identifier: Apache-2.0
#include "pod/volume_limits.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

class VolumeLimitsTest : public testing::Test {
 protected:
  void fill(const std::string& name, std::size_t bytes) {
    ASSERT_TRUE(write_file_atomic(directory_.path() / name, std::string(bytes, 'x')).has_value());
  }

  TemporaryDirectory directory_;
  FakeClock clock_;
};

TEST_F(VolumeLimitsTest, WhoKeepsTooMuchIsToldInUpstreamsWords) {
  VolumeLimits limits({{"cache", directory_.path(), 1 << 20}}, clock_);
  ASSERT_TRUE(make_directory(directory_.path() / "deep").has_value());
  fill("deep/half", 512 << 10);
  EXPECT_EQ(limits.look(), std::nullopt);
  fill("rest", 600 << 10);
  EXPECT_EQ(limits.look(), "Usage of EmptyDir volume \"cache\" exceeds the limit \"1Mi\". ");
}

TEST_F(VolumeLimitsTest, LinksAndHolesCostWhatTheyTake) {
  fill("file", 64 << 10);
  const std::int64_t one = bytes_below(directory_.path(), 1 << 30);
  EXPECT_GE(one, 64 << 10);
  std::filesystem::create_hard_link(directory_.path() / "file", directory_.path() / "again");
  std::filesystem::create_symlink("/usr", directory_.path() / "elsewhere");
  fill("hole", 0);
  std::filesystem::resize_file(directory_.path() / "hole", 1 << 30);
  EXPECT_LT(bytes_below(directory_.path(), 1 << 30), one + (64 << 10));
}

TEST_F(VolumeLimitsTest, NothingThereIsNothing) {
  EXPECT_EQ(bytes_below(directory_.path() / "missing", 1), 0);
  EXPECT_EQ(VolumeLimits({}, clock_).look(), std::nullopt);
}

}  // namespace
}  // namespace sluice::pod
