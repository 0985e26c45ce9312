// SPDX-License-Identifier: Apache-2.0
#include "cel/string_literal.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(StringLiteral, ResolvesEscapes) {
  EXPECT_EQ(read_string_literal(R"('a\n\t\x41\101\u263a\U0001F600\'' rest)")->content,
            "a\n\tAA\u263a\U0001F600'");
  EXPECT_EQ(read_string_literal(R"(r'a\n')")->content, "a\\n");
  EXPECT_EQ(read_string_literal(R"("""a "b"
c""")")
                ->content,
            "a \"b\"\nc");
  EXPECT_EQ(read_string_literal(R"(b'\xff\377')")->content, "\xff\xff");
  EXPECT_TRUE(read_string_literal("b'a'")->is_bytes);
  EXPECT_EQ(read_string_literal("'ab'+1")->length, 4U);
}

TEST(StringLiteral, KnowsWhatIsNone) {
  EXPECT_FALSE(read_string_literal("abc").has_value());
  EXPECT_FALSE(read_string_literal("").has_value());
  for (const char* bad : {"'a", "'a\n'", R"('\q')", R"('\x1')", R"('\ud800')", R"('\U00110000')",
                          R"(b'\u0041')", R"('\)", "'''a''"}) {
    EXPECT_FALSE(read_string_literal(bad)->valid) << bad;
  }
}

}  // namespace
}  // namespace sluice::cel
