// SPDX-License-Identifier: Apache-2.0
#include "cel/lexer.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

std::string kinds(std::string_view source) {
  std::vector<Issue> issues;
  std::string text;
  for (const Token& token : tokenize(source, issues)) {
    text += "$i`IUDSB."[static_cast<int>(token.kind)];
  }
  return issues.empty() ? text : issues[0].message;
}

TEST(Lexer, TellsTokensApart) {
  EXPECT_EQ(kinds("a + 1"), "i.I$");
  EXPECT_EQ(kinds("1u 0x1F 0x1Fu 1.5 .5 1e3 1.e"), "UIUDDDI.i$");
  EXPECT_EQ(kinds("in true inn"), "..i$");
  EXPECT_EQ(kinds("'a' b'a' r'\\' rb"), "SBSi$");
  EXPECT_EQ(kinds("a // rest\n b"), "ii$");
  EXPECT_EQ(kinds("a.?b[?c] >= `x.y`"), "i..i..i..`$");
  EXPECT_EQ(kinds(""), "$");
}

TEST(Lexer, ReportsWhatIsNoToken) {
  EXPECT_EQ(kinds("a @ b"), "Syntax error: token recognition error at: '@'");
  EXPECT_EQ(kinds("'a"), "Syntax error: token recognition error at: ''a'");
  EXPECT_EQ(kinds("a & b"), "Syntax error: token recognition error at: '&'");
}

}  // namespace
}  // namespace sluice::cel
