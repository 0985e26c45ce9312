// SPDX-License-Identifier: Apache-2.0
#include "registry/replacement.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Replacement, IdentityIsCheckedWhereGiven) {
  const json::Value current =
      json_of(R"({"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5"}})");
  const auto check = [&](std::string_view object) {
    return check_identity(api::kinds::pod(), {"n", "a"}, json_of(object), current);
  };
  EXPECT_TRUE(check("{}").has_value());
  EXPECT_TRUE(check(R"({"metadata":{"resourceVersion":"0"}})").has_value());
  EXPECT_TRUE(check(R"({"metadata":{"uid":"u","resourceVersion":"5"}})").has_value());
  EXPECT_EQ(check(R"({"metadata":{"uid":"v"}})").error().code, Code::kConflict);
  EXPECT_EQ(check(R"({"metadata":{"resourceVersion":"4"}})").error().code, Code::kConflict);
  EXPECT_EQ(check(R"({"metadata":{"namespace":"m"}})").error().code, Code::kBadRequest);
}

TEST(Replacement, StatusPartKeepsTheSpecAndMainPartTheStatus) {
  TestCluster cluster;
  const json::Value current = cluster.create_pod("a");
  json::Value both = current;
  both["status"]["reason"] = "new";
  both["spec"]["containers"].array()[0]["image"] = "new";
  const auto status = replacement({api::kinds::pod(), "status"}, both, current);
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(status->at("spec"), current.at("spec"));
  EXPECT_EQ(status->at("status", "reason").as_string(), "new");
  const auto main = replacement({api::kinds::pod(), ""}, both, current);
  ASSERT_TRUE(main.has_value()) << main.error().message;
  EXPECT_EQ(main->at("status"), current.at("status"));
}

}  // namespace
}  // namespace sluice::registry
