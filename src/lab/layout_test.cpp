// SPDX-License-Identifier: Apache-2.0
#include "lab/layout.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::lab {
namespace {

TEST(LabLayout, DirectoryIsMadeCanonical) {
  EXPECT_EQ(layout_of("/tmp/x/../lab/")->dir, "/tmp/lab");
}

TEST(LabLayout, PathsThatSlurmCannotUseAreRefused) {
  EXPECT_EQ(layout_of("/tmp/" + std::string(80, 'x')).error().code, Code::kInvalid);
  EXPECT_EQ(layout_of("/tmp/a b").error().code, Code::kInvalid);
  EXPECT_EQ(layout_of("/tmp/a#b").error().code, Code::kInvalid);
  EXPECT_EQ(layout_of("/tmp/%n").error().code, Code::kInvalid);
}

TEST(LabLayout, FreshTreeForgetsTheFormerOne) {
  const TemporaryDirectory scratch("layout");
  const Layout layout{scratch.path() / "lab"};
  ASSERT_TRUE(make_fresh_tree(layout).has_value());
  ASSERT_TRUE(write_file_replacing(layout.state() / "job_state", "old").has_value());
  ASSERT_TRUE(make_fresh_tree(layout).has_value());
  EXPECT_FALSE(std::filesystem::exists(layout.state() / "job_state"));
  EXPECT_TRUE(std::filesystem::is_directory(layout.munge()));
}

}  // namespace
}  // namespace sluice::lab
