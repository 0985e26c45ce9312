// SPDX-License-Identifier: Apache-2.0
#include "json/utf8.h"

#include <gtest/gtest.h>

namespace sluice::json {
namespace {

TEST(Utf8, CharactersOfEveryLengthAreRead) {
  EXPECT_EQ(utf8_length("a\x80"), 1U);
  EXPECT_EQ(utf8_length("\xc3\xa9x"), 2U);
  EXPECT_EQ(utf8_length("\xe2\x82\xac"), 3U);
  EXPECT_EQ(utf8_length("\xf4\x8f\xbf\xbf"), 4U);
  EXPECT_TRUE(is_utf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  EXPECT_TRUE(is_utf8(""));
}

TEST(Utf8, EverythingElseIsRefused) {
  for (const char* bad : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "a\xff"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
  EXPECT_EQ(utf8_length(""), 0U);
}

TEST(Utf8, WhatIsNoneIsReplaced) {
  EXPECT_EQ(to_utf8("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
  EXPECT_EQ(to_utf8("gr\xFC\xDF"), "gr\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("cut \xC3"), "cut \xEF\xBF\xBD");
  EXPECT_EQ(to_utf8(""), "");
}

}  // namespace
}  // namespace sluice::json
