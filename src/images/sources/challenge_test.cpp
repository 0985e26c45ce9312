// SPDX-License-Identifier: Apache-2.0
#include "images/sources/challenge.h"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::images {
namespace {

std::optional<Challenge> find(const std::vector<std::string>& values) {
  http::Headers headers;
  for (const std::string& value : values) {
    headers.add("www-authenticate", value);
  }
  return find_challenge(headers);
}

TEST(Challenge, OfBearerNamesWhereTokensComeFrom) {
  const auto challenge = find(
      {R"(Bearer realm="https://auth.io/token",service="a \"b\"", scope="repository:x:pull,push",error=none)"});
  ASSERT_TRUE(challenge);
  EXPECT_EQ(*challenge, (Challenge{.scheme = Challenge::Scheme::kBearer,
                                   .realm = "https://auth.io/token",
                                   .service = "a \"b\"",
                                   .scope = "repository:x:pull,push"}));
}

TEST(Challenge, BearerGoesBeforeBasic) {
  EXPECT_EQ(find({"Basic realm=\"x\"", "bearer realm=r"})->realm, "r");
  EXPECT_EQ(find({"bearer realm=r", "Basic realm=\"x\""})->realm, "r");
  EXPECT_EQ(find({"Basic realm=\"x\""})->scheme, Challenge::Scheme::kBasic);
}

TEST(Challenge, UnknownOnesAreNone) {
  EXPECT_FALSE(find({}));
  EXPECT_FALSE(find({"Negotiate"}));
  EXPECT_FALSE(find({"Bearer service=\"x\""}));
  EXPECT_FALSE(find({"Bearer realm=\""}));
}

}  // namespace
}  // namespace sluice::images
