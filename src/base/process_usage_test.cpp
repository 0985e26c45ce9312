// SPDX-License-Identifier: Apache-2.0
#include "base/process_usage.h"

#include <gtest/gtest.h>

#include "base/pipe.h"

namespace sluice {
namespace {

TEST(ProcessUsage, IsThatOfALivingProcess) {
  const auto usage = process_usage();
  ASSERT_TRUE(usage.has_value()) << usage.error().message;
  EXPECT_GT(usage->cpu_seconds, 0);
  EXPECT_GT(usage->resident_bytes, 100'000U);
  EXPECT_GT(usage->virtual_bytes, usage->resident_bytes);
  EXPECT_GE(usage->max_open_files, usage->open_files);
}

TEST(ProcessUsage, CountsOpenFiles) {
  const auto before = process_usage();
  const auto pipe = make_pipe();
  ASSERT_TRUE(pipe.has_value());
  EXPECT_EQ(process_usage()->open_files, before->open_files + 2);
}

}  // namespace
}  // namespace sluice
