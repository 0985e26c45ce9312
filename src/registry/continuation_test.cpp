// SPDX-License-Identifier: Apache-2.0
#include "registry/continuation.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(Continuation, TokenRoundTrips) {
  const Continuation original{77, std::string("default/a\0", 10)};
  const auto parsed = Continuation::parse(original.token());
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->revision, 77u);
  EXPECT_EQ(parsed->start, original.start);
  EXPECT_EQ(original.token().find_first_of("+/="), std::string::npos) << "safe in a URL";
}

TEST(Continuation, RevisionZeroMeansCurrent) {
  EXPECT_EQ(Continuation::parse(Continuation{0, "a"}.token())->revision, 0u);
}

TEST(Continuation, NonsenseIsABadRequest) {
  for (const char* token : {"", "!", "abc", "e30", "eyJ2IjoieCJ9"}) {
    const auto parsed = Continuation::parse(token);
    ASSERT_FALSE(parsed.has_value()) << token;
    EXPECT_EQ(parsed.error().code, Code::kBadRequest);
  }
}

}  // namespace
}  // namespace sluice::registry
