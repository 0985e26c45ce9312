// SPDX-License-Identifier: Apache-2.0
#include "json/key_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace sluice::json {
namespace {

std::vector<Member> numbered(std::size_t count) {
  std::vector<Member> members;
  for (std::size_t i = 0; i < count; ++i) {
    members.push_back({"k" + std::to_string(i), Value()});
  }
  return members;
}

TEST(KeyIndex, FindsWhatIsThereAndNothingElse) {
  const std::vector<Member> members = numbered(1000);
  const KeyIndex index(members);
  for (std::size_t i = 0; i < members.size(); ++i) {
    EXPECT_EQ(index.find(members[i].key, members), i);
  }
  EXPECT_EQ(index.find("k1000", members), std::nullopt);
  EXPECT_EQ(index.find("", members), std::nullopt);
}

// Against a plain search, through any number of changes.
TEST(KeyIndex, FollowsEveryChange) {
  std::mt19937 random(7);
  std::vector<Member> members = numbered(10);
  KeyIndex index(members);
  for (int step = 0; step < 5000; ++step) {
    const std::string key = "k" + std::to_string(random() % 200);
    const auto plain = std::find_if(members.begin(), members.end(),
                                    [&](const Member& member) { return member.key == key; });
    const auto found = index.find(key, members);
    ASSERT_EQ(found.has_value(), plain != members.end());
    if (found) {
      ASSERT_EQ(*found, static_cast<std::size_t>(plain - members.begin()));
      members.erase(plain);
      index.removed(*found);
    } else {
      members.push_back({key, Value()});
      index.added(key, members.size() - 1);
    }
  }
}

}  // namespace
}  // namespace sluice::json
