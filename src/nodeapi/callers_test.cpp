// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/callers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nodeapi/test_cluster_client.h"

namespace sluice::nodeapi {
namespace {

class CallersTest : public testing::Test {
 protected:
  http::Request with_token(const std::string& token) {
    http::Request request;
    request.headers.add("Authorization", "Bearer " + token);
    return request;
  }

  FakeClock clock_;
  TestClusterClient client_;
  Callers callers_{client_, clock_, "n1"};
};

TEST_F(CallersTest, NobodyIsRefused) {
  EXPECT_EQ(callers_.authenticate({}).error().code, Code::kUnauthorized);
  EXPECT_EQ(callers_.authenticate(with_token("wrong")).error().code, Code::kUnauthorized);
}

TEST_F(CallersTest, ACertificateIsBelievedAndATokenIsAskedAboutOnce) {
  http::Request request;
  request.peer = {.name = "kube-apiserver", .groups = {"system:masters"}};
  EXPECT_EQ(callers_.authenticate(request)->name, "kube-apiserver");
  EXPECT_EQ(client_.questions, 0);
  client_.users_by_token["t"] = "prometheus";
  EXPECT_EQ(callers_.authenticate(with_token("t"))->name, "prometheus");
  EXPECT_EQ(callers_.authenticate(with_token("t"))->name, "prometheus");
  EXPECT_EQ(client_.questions, 1);
  client_.users_by_token.clear();
  clock_.advance(std::chrono::minutes(3));
  EXPECT_EQ(callers_.authenticate(with_token("t")).error().code, Code::kUnauthorized);
}

TEST_F(CallersTest, AnyOfThePermissionsIsEnoughAndIsRememberedForAWhile) {
  const Callers::Caller caller{.name = "eve", .groups = {}};
  const auto refused = callers_.authorize(caller, "get", {"pods", "proxy"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kForbidden);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("user=eve, verb=get"));
  client_.allowed = {"eve get proxy"};
  EXPECT_FALSE(callers_.authorize(caller, "get", {"proxy"}).has_value());
  clock_.advance(std::chrono::seconds(31));
  EXPECT_TRUE(callers_.authorize(caller, "get", {"pods", "proxy"}).has_value());
  client_.allowed.clear();
  EXPECT_TRUE(callers_.authorize(caller, "get", {"proxy"}).has_value());
  clock_.advance(std::chrono::minutes(6));
  EXPECT_FALSE(callers_.authorize(caller, "get", {"proxy"}).has_value());
}

TEST_F(CallersTest, NobodyComesInWhileTheApiServerIsAway) {
  client_.unavailable = true;
  EXPECT_EQ(callers_.authenticate(with_token("t")).error().code, Code::kUnavailable);
  EXPECT_EQ(callers_.authorize({.name = "eve"}, "get", {"proxy"}).error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::nodeapi
