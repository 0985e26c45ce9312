// SPDX-License-Identifier: Apache-2.0
#include "base/exposition.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice {
namespace {

TEST(Exposition, WritesFamiliesAndSamples) {
  Exposition page;
  page.family("up", "gauge", "Whether it is.");
  page.sample("up", "", 1);
  page.sample("up", label_text({{"zone", "a\"b\\c\nd"}, {"x", ""}}), 0.25);
  EXPECT_EQ(page.take(),
            "# HELP up Whether it is.\n# TYPE up gauge\nup 1\n"
            "up{zone=\"a\\\"b\\\\c\\nd\",x=\"\"} 0.25\n");
}

TEST(Exposition, NumbersReadBackTheSame) {
  EXPECT_EQ(number_text(0.005), "0.005");
  EXPECT_EQ(number_text(123456789), "123456789");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "+Inf");
}

}  // namespace
}  // namespace sluice
