// SPDX-License-Identifier: Apache-2.0
#include "apiserver/warnings.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

std::vector<std::string> headers_of(const std::vector<std::vector<std::string>>& lists) {
  http::Response response;
  response.headers.add("Audit-Id", "x");
  for (const auto& warnings : lists) {
    add_warnings(warnings, response);
  }
  EXPECT_EQ(response.headers.get("Audit-Id"), "x");
  std::vector<std::string> found;
  for (const auto& [name, value] : response.headers) {
    if (name == "Warning") {
      found.push_back(value);
    }
  }
  return found;
}

std::string header(const std::string& text) {
  return "299 - \"" + text + "\"";
}

TEST(Warnings, AreQuoted) {
  EXPECT_EQ(headers_of({{R"(unknown field "a\b")"}}),
            std::vector{header(R"(unknown field \"a\\b\")")});
}

TEST(Warnings, LongOnesAreWholeWhileThereAreFew) {
  const std::string longest(4096, 'x');
  EXPECT_EQ(headers_of({{longest}}), std::vector{header(longest)});
}

TEST(Warnings, TooMuchTogetherCutsEachAtACharacter) {
  std::string umlauts;
  for (int i = 0; i < 300; ++i) {
    umlauts += "ä";
  }
  const auto found =
      headers_of({{R"("a")", umlauts}, {std::string(4000, 'x')}, {"short"}});
  EXPECT_EQ(found,
            (std::vector{header(R"(\"a\")"), header(umlauts.substr(0, 512)),
                         header(std::string(256, 'x')), header("short")}));
}

TEST(Warnings, WhatIsTooMuchEvenThenIsLeftOut) {
  const std::vector<std::string> many(100, std::string(300, 'x'));
  EXPECT_EQ(headers_of({many}), std::vector(16, header(std::string(256, 'x'))));
  EXPECT_EQ(headers_of({many, {"late"}}).size(), 16U);
}

TEST(Warnings, WhatNoHeaderCanCarryIsLeftOut) {
  EXPECT_TRUE(headers_of({{"two\r\nlines", "\xff"}}).empty());
}

}  // namespace
}  // namespace sluice::apiserver
