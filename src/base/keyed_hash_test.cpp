// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sluice {
namespace {

TEST(KeyedHash, IsTheSameForTheSameText) {
  EXPECT_EQ(keyed_hash("metadata"), keyed_hash(std::string("metadata")));
  EXPECT_EQ(keyed_hash(""), keyed_hash(std::string_view()));
}

TEST(KeyedHash, TellsTextsOfEveryLengthApart) {
  std::set<std::uint64_t> seen;
  for (std::size_t length = 0; length < 300; ++length) {
    seen.insert(keyed_hash(std::string(length, 'a')));
    seen.insert(keyed_hash(std::string(length, '\0') + "x"));
  }
  EXPECT_EQ(seen.size(), 600U);
}

TEST(KeyedHash, SpreadsOverTheLowBits) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    seen.insert(keyed_hash("k" + std::to_string(i)) & 1023U);
  }
  EXPECT_GT(seen.size(), 500U);
}

}  // namespace
}  // namespace sluice
