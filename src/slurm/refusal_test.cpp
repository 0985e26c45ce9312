// SPDX-License-Identifier: Apache-2.0
#include "slurm/refusal.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

TEST(Refusal, KeepsSlurmsWordsWithoutTheCommandsName) {
  const Error error = refusal(
      "sbatch: error: invalid partition specified: nope\n"
      "sbatch: error: Batch job submission failed: Invalid partition name specified\n");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_EQ(error.message,
            "invalid partition specified: nope; Batch job submission failed: Invalid partition "
            "name specified");
}

TEST(Refusal, SilenceOfSlurmctldIsUnavailable) {
  EXPECT_EQ(
      refusal("slurm_load_jobs error: Unable to contact slurm controller (connect failure)").code,
      Code::kUnavailable);
  EXPECT_EQ(refusal("slurm_load_jobs error: Transport endpoint is not connected").code,
            Code::kUnavailable);
}

TEST(Refusal, ASiteWithoutAccountsIsNotOneWhoseAccountingIsAway) {
  EXPECT_EQ(accounting_refusal("Slurm accounting storage is disabled\n").code, Code::kUnsupported);
  EXPECT_EQ(
      accounting_refusal("sacct: error: Problem talking to the database: Connection refused").code,
      Code::kUnavailable);
}

TEST(Refusal, UnknownAndFinishedJobsAreNotFound) {
  EXPECT_EQ(refusal("scancel: error: Kill job error on job id 9: Invalid job id specified").code,
            Code::kNotFound);
  EXPECT_EQ(refusal("Job/step already completing or completed").code, Code::kNotFound);
}

TEST(Refusal, EmptyMessageStillSaysSomething) {
  EXPECT_EQ(refusal("\n \n").message, "Slurm gave no reason");
}

TEST(Refusal, ExitStatusIsSplit) {
  EXPECT_EQ(decode_exit(7U << 8U).code, 7);
  EXPECT_EQ(decode_exit(9).signal, 9);
  EXPECT_EQ(decode_exit(0).code, 0);
}

}  // namespace
}  // namespace sluice::slurm
