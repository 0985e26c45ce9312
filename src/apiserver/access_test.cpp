// SPDX-License-Identifier: Apache-2.0
#include "apiserver/access.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

http::Request get(const std::string& target) {
  return {.method = "GET", .target = http::parse_target(target).value()};
}

TEST(Authenticate, CertificateNamesUserAndGroups) {
  auto request = get("/api");
  request.peer = {.name = "alice", .groups = {"dev"}};
  const auto user = authenticate(request);
  EXPECT_EQ(user->name, "alice");
  EXPECT_TRUE(user->in("dev") && user->in("system:authenticated"));
}

TEST(Authenticate, NobodyIsAnonymousButUncheckableCredentialsAreRefused) {
  auto request = get("/api");
  EXPECT_EQ(authenticate(request)->name, "system:anonymous");
  request.headers.add("Authorization", "Bearer x");
  EXPECT_EQ(authenticate(request).error().code, Code::kUnauthorized);
}

TEST(MastersOnly, MastersMayAllOthersOnlyHealthAndVersion) {
  const User master{"admin", {"system:masters"}};
  const User other{"bob", {"system:authenticated"}};
  EXPECT_TRUE(masters_only(master, request_info(get("/api/v1/pods"))));
  EXPECT_FALSE(masters_only(other, request_info(get("/api/v1/pods"))));
  EXPECT_FALSE(masters_only(other, request_info(get("/api"))));
  EXPECT_TRUE(masters_only(other, request_info(get("/readyz/ping"))));
  EXPECT_TRUE(masters_only(other, request_info(get("/version"))));
  EXPECT_FALSE(masters_only(other, request_info(get("/versions"))));
}

TEST(Forbidden, SpeaksKubernetes) {
  const User bob{"bob", {}};
  const auto message = [&](const char* target) {
    return forbidden(bob, request_info(get(target))).message;
  };
  EXPECT_EQ(message("/apis/batch/v1/namespaces/a/jobs/j"),
            "jobs.batch \"j\" is forbidden: User \"bob\" cannot get resource \"jobs\" in API group "
            "\"batch\" in the namespace \"a\"");
  EXPECT_EQ(message("/api/v1/nodes"),
            "nodes is forbidden: User \"bob\" cannot list resource \"nodes\" in API group \"\" at "
            "the cluster scope");
  EXPECT_EQ(message("/apis"), "forbidden: User \"bob\" cannot get path \"/apis\"");
}

}  // namespace
}  // namespace sluice::apiserver
