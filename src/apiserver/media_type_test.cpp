// SPDX-License-Identifier: Apache-2.0
#include "apiserver/media_type.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

std::string order(std::string_view header) {
  std::string types;
  for (const MediaType& media : parse_accept(header)) {
    types += media.type + " ";
  }
  return types;
}

TEST(MediaType, ReadsParameters) {
  const auto media = parse_media_type("Application/JSON; Charset=utf-8 ;x;q=0.5");
  EXPECT_EQ(media.type, "application/json");
  EXPECT_EQ(media.parameter("charset"), "utf-8");
  EXPECT_EQ(media.parameter("x"), "");
  EXPECT_EQ(media.quality, 0.5);
}

TEST(MediaType, AcceptedTypesComeBestFirst) {
  EXPECT_EQ(order("*/*, a/b"), "a/b */* ");
  EXPECT_EQ(order("a/*, */*, a/b"), "a/b a/* */* ");
  EXPECT_EQ(order("a/b;q=0.1, c/d;q=0.9, e/f"), "e/f c/d a/b ");
  EXPECT_EQ(order("a/b, c/d"), "a/b c/d ");
  EXPECT_EQ(order("a/b;q=nonsense, c/d;q=0.9"), "a/b c/d ");
  EXPECT_EQ(order("a/b;q=nan, c/d;q=inf, e/f;q=2"), "a/b c/d e/f ");
}

}  // namespace
}  // namespace sluice::apiserver
