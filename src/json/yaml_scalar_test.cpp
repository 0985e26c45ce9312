// SPDX-License-Identifier: Apache-2.0
#include "json/yaml_scalar.h"

#include <gtest/gtest.h>

namespace sluice::json {
namespace {

TEST(YamlScalar, ResolvesTheWordsOfYaml11) {
  EXPECT_TRUE(resolve_plain_scalar("~").is_null());
  EXPECT_TRUE(resolve_plain_scalar("").is_null());
  EXPECT_EQ(resolve_plain_scalar("yes"), Value(true));
  EXPECT_EQ(resolve_plain_scalar("off"), Value(false));
  EXPECT_EQ(resolve_plain_scalar("yEs"), Value("yEs"));
}

TEST(YamlScalar, ResolvesNumbers) {
  EXPECT_EQ(resolve_plain_scalar("42"), Value(42));
  EXPECT_EQ(resolve_plain_scalar("-7"), Value(-7));
  EXPECT_EQ(resolve_plain_scalar("0777"), Value(511));
  EXPECT_EQ(resolve_plain_scalar("0x1F"), Value(31));
  EXPECT_EQ(resolve_plain_scalar("0b101"), Value(5));
  EXPECT_EQ(resolve_plain_scalar("1_000"), Value(1000));
  EXPECT_EQ(resolve_plain_scalar("1.5"), Value(1.5));
  EXPECT_EQ(resolve_plain_scalar("1e3"), Value(1000.0));
  EXPECT_EQ(resolve_plain_scalar("0"), Value(0));
  EXPECT_TRUE(resolve_plain_scalar("1.0").is_int());
  EXPECT_TRUE(resolve_plain_scalar("1e3").is_int());
  EXPECT_EQ(resolve_plain_scalar("1e300").type(), Type::kDouble);
}

TEST(YamlScalar, LeavesTheRestAsText) {
  for (const char* text :
       {"500m", "1.2.3", "-", "--1", "+", ".", "0x", "1e", "09a", "10.0.0.1", "2030-01-01"}) {
    EXPECT_EQ(resolve_plain_scalar(text), Value(text)) << text;
  }
}

}  // namespace
}  // namespace sluice::json
