// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_identity.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

TEST(JobIdentity, ACommentNamesItsAttempt) {
  const pod::Attempt attempt{"8c6f1e5e", 3};
  const std::string comment = job_comment("c1", attempt);
  EXPECT_EQ(comment, "sluice:c1:8c6f1e5e:3");
  EXPECT_EQ(attempt_of(comment, "c1"), attempt);
}

TEST(JobIdentity, ForeignCommentsNameNone) {
  for (const char* comment : {"", "mine", "sluice:c2:u:1", "sluice:c1:u", "sluice:c1::1",
                              "sluice:c1:u:0", "sluice:c1:u:x", "sluice:c1:u:1:2"}) {
    EXPECT_FALSE(attempt_of(comment, "c1").has_value()) << comment;
  }
}

}  // namespace
}  // namespace sluice::kubelet
