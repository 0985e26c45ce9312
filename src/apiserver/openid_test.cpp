// SPDX-License-Identifier: Apache-2.0
#include "apiserver/openid.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

class OpenIdTest : public testing::Test {
 protected:
  std::optional<http::Response> get(const std::string& path, const std::string& method = "GET") {
    http::Request request{.method = method, .target = http::parse_target(path).value()};
    request.headers.add("Host", "10.0.0.1:6443");
    return openid_response(tokens, request);
  }
  registry::TestCluster cluster;
  const auth::ServiceAccountTokens tokens{cluster.registry, cluster.clock,
                                          http::SigningKey::create().value()};
};

TEST_F(OpenIdTest, ConfigurationPointsToTheKeys) {
  const auto response = get("/.well-known/openid-configuration");
  ASSERT_TRUE(response.has_value());
  const auto document = json::parse(response->body).value();
  EXPECT_EQ(document.at("jwks_uri").as_string(), "https://10.0.0.1:6443/openid/v1/jwks");
  EXPECT_EQ(document.at("issuer").as_string(), auth::kIssuer);
}

TEST_F(OpenIdTest, KeysComeAsAKeySet) {
  const auto response = get("/openid/v1/jwks");
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->content_type, "application/jwk-set+json");
  EXPECT_EQ(response->headers.get("Cache-Control"), "public, max-age=3600");
}

TEST_F(OpenIdTest, OtherPathsAndMethodsAreNotMeant) {
  EXPECT_FALSE(get("/openid/v2").has_value());
  EXPECT_FALSE(get("/openid/v1/jwks", "POST").has_value());
}

}  // namespace
}  // namespace sluice::apiserver
