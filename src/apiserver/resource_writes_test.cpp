// SPDX-License-Identifier: Apache-2.0
//
// What writes are answered with.
#include <gtest/gtest.h>

#include "apiserver/server.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

class WriteAnswers : public testing::Test {
 protected:
  int remove(const std::string& target, const std::string& body = "") {
    return send("DELETE", target, body);
  }
  int send(const std::string& method, const std::string& target, const std::string& body = "") {
    http::Request request{.method = method,
                          .target = http::parse_target(target).value(),
                          .body = body,
                          .peer = {.name = "admin", .groups = {"system:masters"}}};
    request.headers.add("Content-Type", "application/json");
    return handler_(request).status;
  }

  registry::TestCluster cluster_;
  http::Handler handler_ = make_handler({.registry = cluster_.registry, .clock = cluster_.clock});
};

TEST_F(WriteAnswers, WhoWantsNoOrphansIsToldThatADeletionIsPending) {
  cluster_.create(api::kinds::config_map(),
                  R"({"metadata":{"name":"held","finalizers":["example.com/x"]}})");
  const std::string held = "/api/v1/namespaces/default/configmaps/held";
  EXPECT_EQ(remove(held + "?orphanDependents=false"), 202);
  EXPECT_EQ(remove(held, R"({"orphanDependents":false})"), 202);
  EXPECT_EQ(remove(held), 200);
  EXPECT_EQ(remove(held + "?propagationPolicy=Background"), 200);
  EXPECT_EQ(remove(held + "?orphanDependents=true"), 200);
  cluster_.create_config_map("free");
  EXPECT_EQ(remove("/api/v1/namespaces/default/configmaps/free?orphanDependents=false"), 200);
}

TEST_F(WriteAnswers, ATimeoutMustBeATimeWhateverIsAskedFor) {
  for (const char* target : {"/api/v1/namespaces", "/readyz", "/api/v1/namespaces/default"}) {
    EXPECT_EQ(send("GET", std::string(target) + "?timeout=5s"), 200) << target;
    EXPECT_EQ(send("GET", std::string(target) + "?timeout=soon"), 400) << target;
  }
}

}  // namespace
}  // namespace sluice::apiserver
