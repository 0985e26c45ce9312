// SPDX-License-Identifier: Apache-2.0
#include "containers/mounting.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::containers {
namespace {

namespace fs = std::filesystem;

class MountingTest : public ::testing::Test {
 protected:
  MountingTest() : root_(::open(directory_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
  fs::path at(const char* name) { return directory_.path() / name; }

  TemporaryDirectory directory_;
  UniqueFd root_;
};

TEST_F(MountingTest, PlacesAreMadeWithTheirParents) {
  ASSERT_TRUE(make_place(root_.get(), "/a//b/./c/", PlaceKind::kDirectory).has_value());
  EXPECT_TRUE(fs::is_directory(at("a/b/c")));
  const auto file = make_place(root_.get(), "/a/f", PlaceKind::kFile);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(kind_of(file->get()), PlaceKind::kFile);
  EXPECT_TRUE(fs::is_regular_file(at("a/f")));
}

TEST_F(MountingTest, WhatIsThereStays) {
  fs::create_directory(at("d"));
  const auto place = make_place(root_.get(), "/d", PlaceKind::kFile);
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(kind_of(place->get()), PlaceKind::kDirectory);
  EXPECT_TRUE(make_place(root_.get(), "/", PlaceKind::kDirectory).has_value());
}

TEST_F(MountingTest, LinksLeadNowhereOutside) {
  fs::create_directory(at("etc"));
  fs::create_symlink("/etc", at("absolute"));
  fs::create_symlink("../../../etc", at("relative"));
  ASSERT_TRUE(make_place(root_.get(), "/absolute/one", PlaceKind::kFile).has_value());
  ASSERT_TRUE(make_place(root_.get(), "/relative/two", PlaceKind::kFile).has_value());
  EXPECT_TRUE(fs::exists(at("etc/one")));
  EXPECT_TRUE(fs::exists(at("etc/two")));
  ASSERT_TRUE(make_place(root_.get(), "/../../three", PlaceKind::kFile).has_value());
  EXPECT_TRUE(fs::exists(at("three")));
}

TEST_F(MountingTest, ALinkToNothingIsAnError) {
  fs::create_symlink("nothing", at("dangling"));
  const auto place = make_place(root_.get(), "/dangling/x", PlaceKind::kFile);
  ASSERT_FALSE(place.has_value());
  EXPECT_EQ(place.error().message, "creating directory /dangling: File exists");
  EXPECT_FALSE(look_up(root_.get(), "/dangling").has_value());
}

}  // namespace
}  // namespace sluice::containers
