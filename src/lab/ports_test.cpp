// SPDX-License-Identifier: Apache-2.0
#include "lab/ports.h"

#include <gtest/gtest.h>

#include <set>

namespace sluice::lab {
namespace {

TEST(LabPorts, AreDifferentAndNobodyListensThere) {
  const auto ports = free_ports(20);
  ASSERT_TRUE(ports.has_value());
  EXPECT_EQ(std::set<std::int64_t>(ports->begin(), ports->end()).size(), 20U);
  EXPECT_FALSE(accepts("127.0.0.1", ports->front()));
}

TEST(LabPorts, MoreThanThereAreIsAnError) {
  EXPECT_EQ(free_ports(1'000'000).error().code, Code::kUnavailable);
}

TEST(LabPorts, AMissingSocketDoesNotAccept) {
  EXPECT_FALSE(accepts(std::filesystem::path("/nonexistent/socket")));
}

}  // namespace
}  // namespace sluice::lab
