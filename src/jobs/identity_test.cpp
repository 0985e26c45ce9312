// SPDX-License-Identifier: Apache-2.0
#include "jobs/identity.h"

#include <gtest/gtest.h>

namespace sluice::jobs {
namespace {

TEST(Identity, ACommentTellsObjectAndRun) {
  const jobs::Run run{"9ea59fdd-4586-4b32-9153-ac407cfc1f4b", 3};
  EXPECT_EQ(comment_of(run), "slurmjob:9ea59fdd-4586-4b32-9153-ac407cfc1f4b:3");
  EXPECT_EQ(run_of(comment_of(run)), run);
}

TEST(Identity, OtherCommentsAreNobodys) {
  for (const char* comment : {"", "slurmjob", "slurmjob::1", "slurmjob:u:0", "slurmjob:u:x",
                              "slurmjob:u:1:2", "sluice:c:u:1", "slurmjob:u:-1"}) {
    EXPECT_FALSE(run_of(comment).has_value()) << comment;
  }
}

}  // namespace
}  // namespace sluice::jobs
