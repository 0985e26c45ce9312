// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "api/test_facts.h"

namespace sluice::api {
namespace {

TEST(Facts, MayBeMissingButNotWhereEveryChangeIsTested) {
  EXPECT_FALSE(has_facts("/nowhere", nullptr));
  EXPECT_FALSE(has_facts("/nowhere", "false"));
  EXPECT_NONFATAL_FAILURE(has_facts("/nowhere", "true"), "no facts at \"/nowhere\"");
  EXPECT_TRUE(has_facts("/", "true"));
}

}  // namespace
}  // namespace sluice::api
