// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <gtest/gtest.h>

#include <array>

namespace sluice {
namespace {

TEST(Histogram, EachBucketCountsWhatIsNoLarger) {
  static constexpr std::array<double, 2> kLimits{0.5, 1};
  Histogram histogram(kLimits);
  for (const double value : {0.25, 0.5, 0.75, 4.0}) {
    histogram.add(value);
  }
  Exposition page;
  histogram.write("f", label_text({{"a", "x"}}), page);
  EXPECT_EQ(page.take(),
            "f_bucket{a=\"x\",le=\"0.5\"} 2\n"
            "f_bucket{a=\"x\",le=\"1\"} 3\n"
            "f_bucket{a=\"x\",le=\"+Inf\"} 4\n"
            "f_sum{a=\"x\"} 5.5\n"
            "f_count{a=\"x\"} 4\n");
}

}  // namespace
}  // namespace sluice
