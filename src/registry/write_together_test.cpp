// SPDX-License-Identifier: Apache-2.0
#include "registry/write_together.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace sluice::registry {
namespace {

TEST(WriteTogether, EveryOneIsWrittenOnce) {
  std::array<std::atomic<int>, 100> writes{};
  EXPECT_TRUE(write_together(writes.size(), [&](std::size_t i) -> Result<void> {
    ++writes[i];
    return {};
  }));
  for (const auto& count : writes) {
    EXPECT_EQ(count, 1);
  }
}

TEST(WriteTogether, AnErrorIsToldAfterTheOthersAreWritten) {
  std::atomic<int> written = 0;
  const auto result = write_together(20, [&](std::size_t i) -> Result<void> {
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

TEST(WriteTogether, NothingIsDoneForNothing) {
  EXPECT_TRUE(write_together(0, [](std::size_t) -> Result<void> { return {}; }));
}

}  // namespace
}  // namespace sluice::registry
