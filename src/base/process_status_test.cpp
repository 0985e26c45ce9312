// SPDX-License-Identifier: Apache-2.0
#include "base/process_status.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(ProcessStatus, AFieldIsFoundByItsWholeName) {
  EXPECT_EQ(status_field("Name:\tsh\nNSpid:\t812\t1\n", "NSpid"), "812\t1");
  EXPECT_EQ(status_field("NSpids:\t7\n", "NSpid"), "");
}

TEST(ProcessStatus, TheFirstOfANamespaceHasTheNumberOneInTheLast) {
  EXPECT_TRUE(is_first_of_namespace("NSpid:\t812\t1\n"));
  EXPECT_FALSE(is_first_of_namespace("NSpid:\t812\t11\n"));
  EXPECT_FALSE(is_first_of_namespace("NSpid:\t812\n"));
}

}  // namespace
}  // namespace sluice
