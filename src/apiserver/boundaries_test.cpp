// SPDX-License-Identifier: Apache-2.0
//
// Ways around what somebody may do, and that they lead nowhere.
#include <gtest/gtest.h>

#include "apiserver/server.h"
#include "auth/test_policy.h"
#include "json/text.h"

namespace sluice::apiserver {
namespace {

class Boundaries : public testing::Test {
 protected:
  struct Reply {
    int status = 0;
    json::Value body;

    const std::string& message() const { return body.at("message").as_string(); }
  };

  // As joe, who may what the test lets them.
  Reply ask(const std::string& method, const std::string& target, const std::string& body = "",
            const std::string& type = "application/json") {
    http::Request request{.method = method,
                          .target = http::parse_target(target).value(),
                          .body = body,
                          .peer = {.name = "joe", .groups = {}, .address = ""}};
    request.headers.add("Content-Type", type);
    const http::Response response = handler_(request);
    return {response.status, json::parse(response.body).value_or(json::Value())};
  }
  // In the namespace default.
  void let(const std::string& rules) {
    policy_.create(auth::TestPolicy::role("Role", "joe", rules));
    policy_.create(auth::TestPolicy::binding("RoleBinding", "joe", "joe"));
  }

  auth::TestPolicy policy_;
  registry::TestCluster& cluster_ = policy_.cluster;
  http::Handler handler_ =
      make_handler({.registry = cluster_.registry, .clock = cluster_.clock});
};

constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kEverything = R"([{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}])";

TEST_F(Boundaries, AMasterOfOneNamespaceDoesNotReachOthersThroughIt) {
  let(kEverything);
  cluster_.create(api::kinds::namespace_(), R"({"metadata":{"name":"victim"}})");
  const std::string victim = "/api/v1/namespaces/default/namespaces/victim";
  EXPECT_EQ(ask("GET", victim).status, 404);
  EXPECT_EQ(ask("DELETE", victim).status, 404);
  EXPECT_EQ(ask("PATCH", victim, "{}", "application/merge-patch+json").status, 404);
  EXPECT_EQ(ask("PUT", victim + "/finalize",
                R"({"metadata":{"name":"victim"},"spec":{"finalizers":[]}})")
                .status,
            404);
  EXPECT_EQ(ask("GET", "/api/v1/namespaces/default/namespaces").status, 404);
  EXPECT_EQ(ask("DELETE", "/api/v1/namespaces/default/namespaces").status, 404);
  EXPECT_EQ(ask("GET", "/api/v1/namespaces/default/nodes").status, 404);
  EXPECT_EQ(ask("GET", "/api/v1/watch/namespaces/default/namespaces/victim").status, 404);
  EXPECT_EQ(ask("GET", "/api/v1/namespaces/default").status, 200) << "but it is theirs";
  EXPECT_TRUE(cluster_.exists(api::kinds::namespace_(), "victim"));
}

TEST_F(Boundaries, WhoMayWatchMayNotOpenStreamsByTheOldPath) {
  let(R"([{"apiGroups":[""],"resources":["*"],"verbs":["watch"]}])");
  cluster_.create_pod("p");
  for (const char* part : {"proxy", "log", "status"}) {
    EXPECT_EQ(
        ask("GET", "/api/v1/watch/namespaces/default/pods/p/" + std::string(part)).status, 404)
        << part;
  }
}

TEST_F(Boundaries, WhoMayTouchOneObjectDoesNotGetOthersBySelecting) {
  let(R"([{"apiGroups":[""],"resources":["*"],"verbs":["*"],"resourceNames":["lock"]}])");
  cluster_.create_config_map("lock");
  cluster_.create_config_map("other");
  const auto status = [&](const std::string& method, const std::string& selector,
                          const std::string& body = "") {
    return ask(method, kMaps + ("?fieldSelector=" + selector), body).status;
  };
  EXPECT_EQ(status("GET", "metadata.name%3Dlock"), 200);
  EXPECT_EQ(status("GET", "metadata.namespace!%3Dx,metadata.name%3Dlock"), 200);
  EXPECT_EQ(status("GET", "metadata.namespace!%3Dx%5C,metadata.name%3Dlock"), 403);
  EXPECT_EQ(status("GET", "metadata.namespace!%3Dx%5C,metadata.name%5C%3Dlock"), 403);
  EXPECT_EQ(status("DELETE", "metadata.namespace!%3Dx%5C,metadata.name%5C%3Dlock"), 403);
  EXPECT_EQ(status("DELETE", "metadata.name%3Dlock"), 403);
  EXPECT_EQ(status("POST", "metadata.name%3Dlock", R"({"metadata":{"name":"more"}})"), 403);
  EXPECT_EQ(ask("GET", "/api/v1/watch/namespaces/default/configmaps/lock?fieldSelector="
                       "metadata.namespace!%3Dx%5C")
                .status,
            400);
}

TEST_F(Boundaries, WhoMayChangeThingsMayNotCreateThem) {
  let(R"([{"apiGroups":["*"],"resources":["*"],"verbs":["get","update","patch"]}])");
  cluster_.create_config_map("there");
  const auto apply = [&](const std::string& name) {
    return ask("PATCH", kMaps + ("/" + name + "?fieldManager=m"),
               R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + R"("}})",
               "application/apply-patch+yaml");
  };
  EXPECT_EQ(apply("there").status, 200);
  const Reply refused = apply("new");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.message(),
            "configmaps \"new\" is forbidden: User \"joe\" cannot create resource \"configmaps\" "
            "in API group \"\" in the namespace \"default\"");
  const Reply put = ask("PUT", "/apis/coordination.k8s.io/v1/namespaces/default/leases/new",
                        R"({"metadata":{"name":"new"}})");
  EXPECT_EQ(put.status, 403);
  EXPECT_EQ(put.body.at("details", "group").as_string(), "coordination.k8s.io");
  EXPECT_FALSE(cluster_.exists(api::kinds::config_map(), "new"));
}

TEST_F(Boundaries, OptionsThatAreNotUnderstoodDeleteNothing) {
  let(kEverything);
  cluster_.create_config_map("a");
  cluster_.create_pod("p");
  const std::string eviction = "/api/v1/namespaces/default/pods/p/eviction";
  for (const char* options : {R"({"dryRun":"All"})", R"({"preconditions":{"uid":5}})"}) {
    EXPECT_EQ(ask("DELETE", kMaps + std::string("/a"), options).status, 400);
    EXPECT_EQ(ask("DELETE", kMaps, options).status, 400);
    EXPECT_EQ(ask("POST", eviction,
                  R"({"metadata":{"name":"p"},"deleteOptions":)" + std::string(options) + "}")
                  .status,
              400);
  }
  EXPECT_EQ(
      ask("POST", eviction, R"({"metadata":{"name":"p"},"deleteOptions":{"dryRun":["x"]}})").status,
      422);
  EXPECT_EQ(ask("POST", "/api/v1/namespaces/default/serviceaccounts/default/token",
                R"({"spec":{"audiences":"x"}})")
                .status,
            400);
  EXPECT_TRUE(cluster_.exists(api::kinds::config_map(), "a"));
  EXPECT_FALSE(api::is_being_deleted(cluster_.get(api::kinds::pod(), "p")));
}

}  // namespace
}  // namespace sluice::apiserver
