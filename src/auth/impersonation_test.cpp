// SPDX-License-Identifier: Apache-2.0
#include "auth/impersonation.h"

#include <gtest/gtest.h>

namespace sluice::auth {
namespace {

Decision yes(const User&, const Attributes&) {
  return {.allowed = true};
}

Decision users_only(const User&, const Attributes& wanted) {
  return {.allowed = wanted.verb == "impersonate" && wanted.resource == "users"};
}

const User kRequestor = certificate_user("boss", {});

TEST(Impersonation, UsersAreAuthenticatedUnlessTheyAreNobody) {
  const auto alice = impersonate(kRequestor, {.user = "alice"}, yes).value();
  EXPECT_EQ(alice.name, "alice");
  EXPECT_EQ(alice.groups, std::vector<std::string>{"system:authenticated"});
  const auto nobody = impersonate(kRequestor, {.user = "system:anonymous"}, yes).value();
  EXPECT_EQ(nobody.groups, std::vector<std::string>{"system:unauthenticated"});
}

TEST(Impersonation, ServiceAccountsBringTheirGroups) {
  const auto robot = impersonate(kRequestor, {.user = "system:serviceaccount:a:b"}, yes).value();
  EXPECT_TRUE(robot.in("system:serviceaccounts:a") && robot.in("system:authenticated"));
}

TEST(Impersonation, AllPartsAreTakenOver) {
  const auto user =
      impersonate(
          kRequestor,
          {.user = "alice", .uid = "7", .groups = {"dev"}, .extra = {{"k", "1"}, {"k", "2"}}}, yes)
          .value();
  EXPECT_EQ(user.uid, "7");
  EXPECT_EQ(user.groups, (std::vector<std::string>{"dev", "system:authenticated"}));
  ASSERT_EQ(user.extra.size(), 1u);
  EXPECT_EQ(user.extra[0].second, (std::vector<std::string>{"1", "2"}));
}

TEST(Impersonation, EveryPartNeedsItsPermission) {
  EXPECT_TRUE(impersonate(kRequestor, {.user = "alice"}, users_only).has_value());
  const auto message = [](const Impersonation& wanted) {
    return impersonate(kRequestor, wanted, users_only).error().error.message;
  };
  EXPECT_EQ(message({.user = "alice", .groups = {"dev"}}),
            "groups \"dev\" is forbidden: User \"boss\" cannot impersonate resource \"groups\" in "
            "API group \"\" at the cluster scope");
  EXPECT_EQ(message({.user = "alice", .extra = {{"scope", "x"}}}),
            "userextras.authentication.k8s.io \"x\" is forbidden: User \"boss\" cannot impersonate "
            "resource \"userextras/scope\" in API group \"authentication.k8s.io\" at the cluster "
            "scope");
  EXPECT_EQ(message({.user = "system:serviceaccount:a:b"}),
            "serviceaccounts \"b\" is forbidden: User \"boss\" cannot impersonate resource "
            "\"serviceaccounts\" in API group \"\" in the namespace \"a\"");
}

TEST(Impersonation, PartsWithoutAUserAreABadRequest) {
  EXPECT_EQ(impersonate(kRequestor, {.groups = {"dev"}}, yes).error().error.code,
            Code::kBadRequest);
}

}  // namespace
}  // namespace sluice::auth
