// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/other_files.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

constexpr Release kOld{22, 5};
constexpr Release kNew{24, 11};

TEST(SlurmOtherFiles, EveryChangeNeedsAtLeastAReconfigure) {
  const std::vector<Change> changes = changes_of_other_files(
      {{"slurm.conf", "a"}, {"mpi.conf", "a"}, {"gone.sh", "a"}, {"same.sh", "a"}},
      {{"slurm.conf", "b"}, {"mpi.conf", "b"}, {"job_submit.lua", "a"}, {"same.sh", "a"}}, kOld);
  ASSERT_EQ(changes.size(), 3U);  // slurm.conf has a model
  EXPECT_EQ(changes[0].what, "file gone.sh");
  EXPECT_EQ(changes[0].to, "");
  EXPECT_EQ(changes[1].what, "file job_submit.lua");
  EXPECT_EQ(changes[2].what, "file mpi.conf");
  for (const Change& one : changes) {
    EXPECT_EQ(one.needs, Class::kReconfigure) << one.what;
    EXPECT_FALSE(one.why.empty()) << one.what;
  }
}

TEST(SlurmOtherFiles, WhoReadsAFileWhenIsKnownForReleases) {
  EXPECT_EQ(needs_of_file("job_container.conf", kOld).needs, Class::kRestartSlurmd);
  EXPECT_EQ(needs_of_file("job_container.conf", kNew).needs, Class::kReconfigure);
  EXPECT_EQ(needs_of_file("acct_gather.conf", kOld).needs, Class::kReconfigure);
  EXPECT_EQ(needs_of_file("prolog.sh", kNew).needs, Class::kReconfigure);
}

}  // namespace
}  // namespace sluice::slurmconf
