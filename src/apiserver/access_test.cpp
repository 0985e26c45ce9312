// SPDX-License-Identifier: Apache-2.0
#include "apiserver/access.h"

#include <gtest/gtest.h>

#include "auth/bootstrap.h"
#include "auth/token_request.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

class AccessTest : public testing::Test {
 protected:
  AccessTest() {
    const auto done = auth::bootstrap_policy(cluster.registry);
    EXPECT_TRUE(done.has_value()) << done.error().message;
  }

  static http::Request request(const std::string& target, const std::string& method = "GET") {
    return {.method = method, .target = http::parse_target(target).value()};
  }
  static http::Request from(const std::string& user, const std::string& target) {
    http::Request made = request(target);
    made.peer = {.name = user, .groups = {}};
    return made;
  }
  Admission admit(const http::Request& made) const {
    return access.admit(made, request_info(made));
  }
  // The message of the refusal, or empty.
  std::string refusal(const http::Request& made) const {
    const Admission admission = admit(made);
    return admission.refusal
               ? json::parse(admission.refusal->body).value().at("message").as_string()
               : "";
  }
  void create(const char* kind, const std::string& text) {
    cluster.create(*api::find_kind("rbac.authorization.k8s.io/v1", kind), text);
  }
  void let(const std::string& user, const std::string& rules) {
    create("ClusterRole", R"({"metadata":{"name":")" + user + R"("},"rules":)" + rules + "}");
    create("ClusterRoleBinding",
           R"({"metadata":{"name":")" + user +
               R"("},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",)"
               R"("name":")" +
               user + R"("},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io",)" +
               R"("name":")" + user + R"("}]})");
  }

  registry::TestCluster cluster;
  const Access access{cluster.registry, cluster.clock, http::SigningKey::create().value()};
};

TEST_F(AccessTest, NobodyMaySeeHealthAndVersionOnly) {
  for (const char* path : {"/healthz", "/livez", "/readyz", "/version"}) {
    EXPECT_EQ(refusal(request(path)), "") << path;
  }
  EXPECT_EQ(refusal(request("/apis")),
            "forbidden: User \"system:anonymous\" cannot get path \"/apis\"");
  EXPECT_EQ(admit(request("/api/v1/pods")).refusal->status, 403);
}

TEST_F(AccessTest, MastersMayEverythingAndOthersWhatTheirRolesSay) {
  http::Request made = from("root", "/api/v1/nodes");
  made.peer.groups = {"system:masters"};
  EXPECT_EQ(refusal(made), "");
  EXPECT_EQ(refusal(from("alice", "/apis")), "");
  EXPECT_EQ(refusal(from("alice", "/api/v1/nodes")),
            "nodes is forbidden: User \"alice\" cannot list resource \"nodes\" in API group \"\" "
            "at the cluster scope");
  let("alice", R"([{"verbs":["list"],"apiGroups":[""],"resources":["nodes"]}])");
  EXPECT_EQ(refusal(from("alice", "/api/v1/nodes")), "");
  EXPECT_EQ(refusal(from("alice", "/apis/batch/v1/namespaces/a/jobs/j/status")),
            "jobs.batch \"j\" is forbidden: User \"alice\" cannot get resource \"jobs/status\" in "
            "API group \"batch\" in the namespace \"a\"");
}

TEST_F(AccessTest, UncheckableCredentialsAreRefused) {
  http::Request made = request("/healthz");
  made.headers.add("Authorization", "Bearer nonsense");
  EXPECT_EQ(admit(made).refusal->status, 401);
  EXPECT_EQ(admit(made).refusal->body,
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
            R"("message":"Unauthorized","reason":"Unauthorized","code":401})");
}

TEST_F(AccessTest, WhatIsNoBearerTokenIsNotLookedAt) {
  for (const char* header : {"Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "Bearer  x", "Bearer\tx",
                             "Bearerx y", "Negotiate x", "x", ""}) {
    http::Request made = request("/version");
    made.headers.add("Authorization", header);
    const Admission admission = admit(made);
    EXPECT_FALSE(admission.refusal.has_value()) << header;
    EXPECT_EQ(admission.user().name, "system:anonymous") << header;
    EXPECT_EQ(admission.warnings.size(), header == std::string("Bearer  x") ? 1U : 0U) << header;
  }
  http::Request made = request("/version");
  made.headers.add("Authorization", "BEARER nonsense");
  EXPECT_EQ(admit(made).refusal->status, 401);
}

TEST_F(AccessTest, TokensOfServiceAccountsNameThem) {
  cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
  const auth::TokenIssuer issuer{access.tokens(), cluster.registry, cluster.clock};
  const auto issued = issuer.issue({"default", "robot"}, json::Object());
  http::Request made = request("/.well-known/openid-configuration");
  made.headers.add("Authorization", "bearer " + issued->at("status", "token").as_string());
  const Admission admission = admit(made);
  EXPECT_FALSE(admission.refusal.has_value());
  EXPECT_EQ(admission.user().name, "system:serviceaccount:default:robot");
}

TEST_F(AccessTest, RulesMayNameTheObjectsOfAList) {
  let("alice",
      R"([{"verbs":["list"],"apiGroups":[""],"resources":["nodes"],"resourceNames":["n"]}])");
  EXPECT_NE(refusal(from("alice", "/api/v1/nodes")), "");
  EXPECT_EQ(refusal(from("alice", "/api/v1/nodes?fieldSelector=metadata.name%3Dn")), "");
  EXPECT_NE(refusal(from("alice", "/api/v1/nodes?fieldSelector=metadata.name%3Dm")), "");
}

TEST_F(AccessTest, StreamsIntoContainersNeedTheVerbCreate) {
  const char* exec = "/api/v1/namespaces/a/pods/p/exec";
  let("alice", R"([{"verbs":["get"],"apiGroups":[""],"resources":["pods/exec"]}])");
  EXPECT_EQ(refusal(from("alice", exec)),
            "pods \"p\" is forbidden: User \"alice\" cannot create resource \"pods/exec\" in API "
            "group \"\" in the namespace \"a\"");
  let("bob", R"([{"verbs":["get","create"],"apiGroups":[""],"resources":["pods/exec"]}])");
  EXPECT_EQ(refusal(from("bob", exec)), "");
}

TEST_F(AccessTest, ImpersonationNeedsPermissionAndThenCounts) {
  http::Request made = from("alice", "/api/v1/nodes");
  made.headers.add("Impersonate-User", "bob");
  made.headers.add("Impersonate-Extra-Example.org%2Fscope", "x");
  EXPECT_EQ(refusal(made),
            "users \"bob\" is forbidden: User \"alice\" cannot impersonate resource \"users\" in "
            "API group \"\" at the cluster scope");
  let("alice", R"([{"verbs":["impersonate"],"apiGroups":["","authentication.k8s.io"],)"
               R"("resources":["users","userextras/example.org/scope"]}])");
  let("bob", R"([{"verbs":["list"],"apiGroups":[""],"resources":["nodes"]}])");
  const Admission admission = admit(made);
  EXPECT_FALSE(admission.refusal.has_value());
  EXPECT_EQ(admission.requestor.name, "alice");
  EXPECT_EQ(admission.user().name, "bob");
  EXPECT_EQ(admission.user().extra.at(0).first, "example.org/scope");
}

TEST_F(AccessTest, PolicyChangesCountFromTheNextRequestOn) {
  const auto& bindings = *api::find_kind("rbac.authorization.k8s.io/v1", "ClusterRoleBinding");
  for (int i = 0; i < 20; ++i) {
    EXPECT_NE(refusal(from("alice", "/api/v1/nodes")), "");
    if (i == 0) {
      let("alice", R"([{"verbs":["list"],"apiGroups":[""],"resources":["nodes"]}])");
    } else {
      create("ClusterRoleBinding",
             R"({"metadata":{"name":"alice"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",)"
             R"("kind":"ClusterRole","name":"alice"},"subjects":[{"kind":"User",)"
             R"("apiGroup":"rbac.authorization.k8s.io","name":"alice"}]})");
    }
    EXPECT_EQ(refusal(from("alice", "/api/v1/nodes")), "");
    ASSERT_TRUE(cluster.registry.remove(bindings, {.key = {"", "alice"}}).has_value());
  }
}

}  // namespace
}  // namespace sluice::apiserver
