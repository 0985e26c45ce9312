// SPDX-License-Identifier: Apache-2.0
#include "images/user.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

class UserTest : public testing::Test {
 protected:
  UserTest() {
    fs::create_directory(root_.path() / "etc");
    EXPECT_TRUE(write_file_atomic(root_.path() / "etc/passwd",
                                  "# users\nroot:x:0:0:root:/root:/bin/sh\nbroken:x\n"
                                  "app:x:1000:100:App:/home/app:/bin/sh\nbare:x:7:8\n"));
    EXPECT_TRUE(write_file_atomic(root_.path() / "etc/group",
                                  "root:x:0:\nusers:x:100:\nvideo:x:44:other, app\n"
                                  "wheel:x:10:app,root\n"));
  }
  Result<UserIds> resolve(const std::string& user) { return resolve_user(root_.path(), user); }

  TemporaryDirectory root_;
};

TEST_F(UserTest, NobodyNamedIsRoot) {
  const auto ids = resolve("").value();
  EXPECT_EQ(ids.uid, 0U);
  EXPECT_EQ(ids.gid, 0U);
  EXPECT_EQ(ids.home, "/root");
  EXPECT_EQ(ids.groups, std::vector<gid_t>{10});
}

TEST_F(UserTest, ANameAndItsNumberAreTheSame) {
  for (const std::string user : {"app", "1000"}) {
    const auto ids = resolve(user).value();
    EXPECT_EQ(ids.uid, 1000U);
    EXPECT_EQ(ids.gid, 100U);
    EXPECT_EQ(ids.name, "app");
    EXPECT_EQ(ids.home, "/home/app");
    EXPECT_EQ(ids.groups, (std::vector<gid_t>{44, 10}));
  }
  EXPECT_EQ(resolve("bare")->home, "/");
}

TEST_F(UserTest, ANumberNeedsNoEntry) {
  const auto ids = resolve("4242").value();
  EXPECT_EQ(ids.uid, 4242U);
  EXPECT_EQ(ids.gid, 0U);
  EXPECT_EQ(ids.name, "");
  EXPECT_EQ(resolve("4242:77")->gid, 77U);
}

TEST_F(UserTest, AGroupMayBeNamed) {
  EXPECT_EQ(resolve("app:video")->gid, 44U);
  EXPECT_TRUE(resolve("app:video")->groups.empty());
  EXPECT_EQ(resolve("app:5")->gid, 5U);
}

TEST_F(UserTest, UnknownNamesAreRefused) {
  EXPECT_EQ(resolve("ghost").error().message,
            "unable to find user ghost: no matching entries in passwd file");
  EXPECT_EQ(resolve("app:ghost").error().message,
            "unable to find group ghost: no matching entries in group file");
  EXPECT_EQ(resolve("-5").error().code, Code::kNotFound);
}

TEST_F(UserTest, AnImageWithoutFilesKnowsNumbersOnly) {
  const TemporaryDirectory empty;
  EXPECT_EQ(resolve_user(empty.path(), "5:6")->gid, 6U);
  EXPECT_EQ(resolve_user(empty.path(), "")->home, "/");
  EXPECT_FALSE(resolve_user(empty.path(), "root"));
}

TEST_F(UserTest, TheHostsUsersAreNotAsked) {
  const TemporaryDirectory image;
  fs::create_directory(image.path() / "etc");
  fs::create_symlink(root_.path() / "etc/passwd", image.path() / "etc/passwd");
  EXPECT_FALSE(resolve_user(image.path(), "app"));
}

}  // namespace
}  // namespace sluice::images
