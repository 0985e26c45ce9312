// SPDX-License-Identifier: Apache-2.0
#include "pod/security_json.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(SecurityJsonTest, AnIdentitySurvivesTheFile) {
  const auto read = identity_from_json(to_json({.uid = 1000, .gid = 2000, .groups = {3000, 4}}));
  EXPECT_EQ(read.uid, 1000u);
  EXPECT_EQ(read.gid, 2000u);
  EXPECT_EQ(read.groups, (std::vector<gid_t>{3000, 4}));
}

TEST(SecurityJsonTest, PrivilegesSurviveTheFile) {
  const auto read = privileges_from_json(to_json({.add = {"NET_ADMIN"},
                                                  .drop = {"ALL"},
                                                  .privileged = true,
                                                  .no_new_privileges = true,
                                                  .seccomp = containers::Seccomp::kUnconfined}));
  EXPECT_EQ(read.add, std::vector<std::string>{"NET_ADMIN"});
  EXPECT_EQ(read.drop, std::vector<std::string>{"ALL"});
  EXPECT_TRUE(read.privileged);
  EXPECT_TRUE(read.no_new_privileges);
  EXPECT_EQ(read.seccomp, containers::Seccomp::kUnconfined);
}

TEST(SecurityJsonTest, NothingSaidIsTheDefault) {
  const auto read = privileges_from_json({});
  EXPECT_TRUE(read.add.empty());
  EXPECT_FALSE(read.privileged);
  EXPECT_EQ(read.seccomp, containers::Seccomp::kDefault);
}

}  // namespace
}  // namespace sluice::pod
