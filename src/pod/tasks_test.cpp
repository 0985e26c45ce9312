// SPDX-License-Identifier: Apache-2.0
#include "pod/tasks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

TEST(Tasks, TheFirstFailureCounts) {
  const TemporaryDirectory dir("tasks");
  EXPECT_FALSE(told_failure(dir.path(), "main").has_value());
  tell_failure(dir.path(), "main",
               {.rank = 2, .exit_code = 3, .reason = "Error", .message = "no \"luck\""});
  tell_failure(dir.path(), "main", {.rank = 1, .exit_code = 143, .signal = 15});
  const auto failure = told_failure(dir.path(), "main");
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->rank, 2);
  EXPECT_EQ(failure->exit_code, 3);
  EXPECT_EQ(failure->message, "no \"luck\"");
}

TEST(Tasks, ANewRunBeginsWithoutWhatTheLastOneLeft) {
  const TemporaryDirectory dir("tasks");
  tell_failure(dir.path(), "main", {.exit_code = 1});
  ask_tasks_to_stop(dir.path(), "main");
  EXPECT_TRUE(are_tasks_to_stop(dir.path(), "main"));
  EXPECT_FALSE(are_tasks_to_stop(dir.path(), "other"));
  forget_tasks(dir.path(), "main");
  EXPECT_FALSE(are_tasks_to_stop(dir.path(), "main"));
  EXPECT_FALSE(told_failure(dir.path(), "main").has_value());
}

TEST(Tasks, SrunStartsOneProcessOfOursForEach) {
  const TaskCommand command{.sluice = "/opt/sluice", .attempt_dir = "/h/1", .cpus_per_task = "2"};
  EXPECT_THAT(srun_command({.container = "main", .flags = {"--mpi=pmi2"}}, command),
              testing::ElementsAre("srun", "--quiet", "--kill-on-bad-exit=1", "--cpus-per-task=2",
                                   "--output=0", "--error=0", "--input=0", "--mpi=pmi2",
                                   "/opt/sluice", "pod", "--dir", "/h/1", "--task", "main"));
  EXPECT_THAT(
      srun_command({.container = "main", .all_output = true}, command),
      testing::AllOf(testing::Contains("--label"), testing::Not(testing::Contains("--output=0"))));
}

}  // namespace
}  // namespace sluice::pod
