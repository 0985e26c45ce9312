// SPDX-License-Identifier: Apache-2.0
#include "containers/image_user.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::containers {
namespace {

constexpr UserFiles kFiles{
    "root:x:0:0:root:/root:/bin/sh\nweb:x:33:44::/:\nbroken\nodd:x:y:z::/:\n",
    "root:x:0:\nwww:x:44:\nlogs:x:55:web,root\ndata:x:66:web\nbroken:x\n"};

Identity found(std::string_view user) {
  return find_user(kFiles, user).value();
}

TEST(ImageUser, ANameHasItsGroups) {
  const Identity web = found("web");
  EXPECT_EQ(web.uid, 33u);
  EXPECT_EQ(web.gid, 44u);
  EXPECT_EQ(web.groups, (std::vector<gid_t>{55, 66}));
  EXPECT_EQ(found("33").gid, 44u);
}

TEST(ImageUser, NobodyNamedIsRoot) {
  EXPECT_EQ(found("").uid, 0u);
  EXPECT_EQ(found("").groups, (std::vector<gid_t>{55}));
}

TEST(ImageUser, ANumberNeedsNoEntry) {
  EXPECT_EQ(found("1000").uid, 1000u);
  EXPECT_EQ(found("1000").gid, 0u);
  EXPECT_EQ(found("1000:2000").gid, 2000u);
  EXPECT_EQ(found("1000:www").gid, 44u);
}

TEST(ImageUser, WhatIsNotThereIsNamed) {
  const auto message = [](std::string_view user) {
    return find_user(kFiles, user).error().message;
  };
  EXPECT_EQ(message("eve"), "unable to find user eve: no matching entries in passwd file");
  EXPECT_EQ(message("odd"), "unable to find user odd: no matching entries in passwd file");
  EXPECT_EQ(message("web:eve"), "unable to find group eve: no matching entries in group file");
  EXPECT_EQ(message("-1"), "unable to find user -1: no matching entries in passwd file");
  EXPECT_EQ(message("4294967296"),
            "unable to find user 4294967296: no matching entries in passwd file");
}

TEST(ImageUser, TheFilesAreTheImagesOwn) {
  TemporaryDirectory root;
  EXPECT_EQ(look_up_user(root.path(), "5")->uid, 5u);
  EXPECT_FALSE(look_up_user(root.path(), "root").has_value());
  std::filesystem::create_directory(root.path() / "etc");
  ASSERT_TRUE(write_file_atomic(root.path() / "users", "me:x:7:8::/home/me:\n").has_value());
  std::filesystem::create_symlink("/users", root.path() / "etc/passwd");
  EXPECT_EQ(look_up_user(root.path(), "me")->gid, 8u);
  EXPECT_EQ(look_up_home(root.path(), 7), "/home/me");
  EXPECT_EQ(look_up_home(root.path(), 9), "/");
}

}  // namespace
}  // namespace sluice::containers
