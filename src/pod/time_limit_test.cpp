// SPDX-License-Identifier: Apache-2.0
#include "pod/time_limit.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using Step = LimitWatch::Step;

const WallTime kEnd{std::chrono::hours(24 * 365 * 60)};

TEST(LimitWatch, WarnsThenEndsThePodBeforeSlurmDoes) {
  LimitWatch watch(120, 30);
  EXPECT_EQ(watch.step(kEnd), Step::kNothing);
  EXPECT_FALSE(watch.next().has_value());
  watch.set({kEnd, 3600});
  EXPECT_EQ(watch.next(), kEnd - seconds(120));
  EXPECT_EQ(watch.step(kEnd - seconds(121)), Step::kNothing);
  EXPECT_EQ(watch.step(kEnd - seconds(120)), Step::kWarn);
  EXPECT_EQ(watch.step(kEnd - seconds(120)), Step::kNothing);
  EXPECT_EQ(watch.next(), kEnd - seconds(35));
  EXPECT_EQ(watch.step(kEnd - seconds(35)), Step::kStop);
  EXPECT_EQ(watch.step(kEnd), Step::kNothing);
}

TEST(LimitWatch, AShortLimitIsMostlyThePods) {
  LimitWatch watch(120, 30);
  watch.set({kEnd, 60});
  EXPECT_EQ(watch.next(), kEnd - seconds(15));
  EXPECT_EQ(watch.stop_at(), kEnd - seconds(11));
}

TEST(LimitWatch, ALimitThatMovesTakesItsWarningBack) {
  LimitWatch watch(120, 30);
  watch.set({kEnd, 3600});
  EXPECT_EQ(watch.step(kEnd - seconds(60)), Step::kWarn);
  watch.set({kEnd + seconds(3600), 7200});
  EXPECT_EQ(watch.step(kEnd - seconds(50)), Step::kRelax);
  EXPECT_EQ(watch.step(kEnd - seconds(50)), Step::kNothing);
}

TEST(LimitWatch, WithoutAWarningThePodStillEndsInTime) {
  LimitWatch watch(0, 30);
  watch.set({kEnd, 3600});
  EXPECT_EQ(watch.next(), kEnd - seconds(35));
  EXPECT_EQ(watch.step(kEnd), Step::kStop);
}

TEST(TimeLimit, TheFileKeepsIt) {
  const TemporaryDirectory directory("limit");
  EXPECT_FALSE(read_limit(directory.path())->has_value());
  const TimeLimit limit{kEnd, 90};
  ASSERT_TRUE(write_limit(directory.path(), limit).has_value());
  EXPECT_EQ(**read_limit(directory.path()), limit);
}

TEST(TimeLimit, TheJobsEnvironmentMayTellIt) {
  const auto limit = limit_in({"A=b", "SLURM_JOB_START_TIME=1000", "SLURM_JOB_END_TIME=1600"});
  ASSERT_TRUE(limit.has_value());
  EXPECT_EQ(limit->seconds, 600);
  EXPECT_EQ(limit->ends, WallTime(seconds(1600)));
  EXPECT_FALSE(limit_in({"SLURM_JOB_END_TIME=1600"}).has_value());
  EXPECT_FALSE(limit_in({"SLURM_JOB_START_TIME=5", "SLURM_JOB_END_TIME=x"}).has_value());
}

}  // namespace
}  // namespace sluice::pod
