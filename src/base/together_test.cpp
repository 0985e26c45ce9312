// SPDX-License-Identifier: Apache-2.0
#include "base/together.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace sluice {
namespace {

TEST(DoTogether, EveryOneIsDoneOnce) {
  std::array<std::atomic<int>, 100> writes{};
  EXPECT_TRUE(do_together(writes.size(), [&](std::size_t i) -> Result<void> {
    ++writes[i];
    return {};
  }));
  for (const auto& count : writes) {
    EXPECT_EQ(count, 1);
  }
}

TEST(DoTogether, AnErrorIsToldAfterTheOthersAreDone) {
  std::atomic<int> written = 0;
  const auto result = do_together(20, [&](std::size_t i) -> Result<void> {
    if (i == 3) {
      return fail(Code::kUnavailable, "no disk");
    }
    ++written;
    return {};
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "no disk");
  EXPECT_EQ(written, 19);
}

TEST(DoTogether, NothingIsDoneForNothing) {
  EXPECT_TRUE(do_together(0, [](std::size_t) -> Result<void> { return {}; }));
}

}  // namespace
}  // namespace sluice
