// SPDX-License-Identifier: Apache-2.0
#include "auth/user.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::auth {
namespace {

TEST(User, CertificatesNameUserAndGroups) {
  const User user = certificate_user("alice", {"dev"});
  EXPECT_EQ(user.name, "alice");
  EXPECT_TRUE(user.in("dev") && user.in(kAuthenticated));
  EXPECT_FALSE(user.in(kMasters));
}

TEST(User, ServiceAccountsHaveNamesAndGroupsOfTheirOwn) {
  const User user = service_account_user({"a", "b"}, "u1");
  EXPECT_EQ(json::write(to_user_info(user)),
            R"({"username":"system:serviceaccount:a:b","uid":"u1","groups":)"
            R"(["system:serviceaccounts","system:serviceaccounts:a","system:authenticated"]})");
  EXPECT_EQ(split_service_account_name(user.name), (api::Key{"a", "b"}));
}

TEST(User, OtherNamesAreNoServiceAccounts) {
  for (const char* name : {"alice", "system:serviceaccount:a", "system:serviceaccount:A:b",
                           "system:serviceaccount:a:b:c", "system:serviceaccount::b"}) {
    EXPECT_FALSE(split_service_account_name(name).has_value()) << name;
  }
}

TEST(User, ExtraIsAMapOfLists) {
  User user = anonymous();
  user.extra.push_back({"scope", {"a", "b"}});
  EXPECT_EQ(json::write(to_user_info(user)),
            R"({"username":"system:anonymous","groups":["system:unauthenticated"],)"
            R"("extra":{"scope":["a","b"]}})");
}

TEST(User, ComesBackFromUserInfo) {
  const User user{"ann", {"a", "b"}, "7", {{"k", {"v", "w"}}}};
  const User back = from_user_info(to_user_info(user));
  EXPECT_EQ(json::write(to_user_info(back)), json::write(to_user_info(user)));
  EXPECT_TRUE(from_user_info({}).name.empty());
}

}  // namespace
}  // namespace sluice::auth
