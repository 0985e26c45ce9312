// SPDX-License-Identifier: Apache-2.0
#include "cmd/allocation.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>

#include "base/files.h"
#include "pod/protocol.h"

namespace sluice::cmd {
namespace {

// Commands in Slurm's place: squeue tells the comment of job 4711, scancel writes down what it is
// asked.
class InAllocation : public testing::Test {
 protected:
  InAllocation() {
    put("scancel", "echo \"$@\" >>" + (scratch_.path() / "asked").string());
    ::setenv("PATH", (scratch_.path().string() + ":/usr/bin:/bin").c_str(), 1);
    ::setenv("SLURM_JOB_ID", "4711", 1);
    ::setenv("SLURM_CONF", (scratch_.path() / "none").c_str(), 1);
    slurmctld_says("ours");
  }
  ~InAllocation() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("SLURM_CONF");
  }

  void put(const std::string& command, const std::string& script) {
    EXPECT_TRUE(write_file_replacing(scratch_.path() / command, "#!/bin/sh\n" + script + "\n", 0700)
                    .has_value());
  }
  // Whatever fields squeue is asked for.
  void slurmctld_says(const std::string& comment) {
    put("squeue",
        "for format; do :; done; printf %s \"$format\" | sed 's/JobID:0/4711/; s/Comment:0/" +
            comment + "/; s/State:0/RUNNING/; s/[A-Za-z_]*:0/0/g; s/,//g'");
  }
  std::string asked() { return read_file(scratch_.path() / "asked").value_or(""); }

  TemporaryDirectory scratch_{"allocation"};
  std::string path_ = std::getenv("PATH");
};

TEST_F(InAllocation, ItIsGivenBackWhenTheWorkIsDone) {
  EXPECT_EQ(run_in_allocation("ours", [] { return 3; }), 3);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

TEST_F(InAllocation, ItIsGivenBackWhenTheWorkWasKilled) {
  EXPECT_EQ(run_in_allocation("ours", [] { return ::raise(SIGKILL); }), 128 + SIGKILL);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

TEST_F(InAllocation, NothingIsStartedInAnothersJob) {
  slurmctld_says("theirs");
  EXPECT_EQ(run_in_allocation("ours", [] { return 3; }), pod::kExitLostClaim);
  EXPECT_EQ(asked(), "");
}

TEST_F(InAllocation, NothingIsStartedWithoutAnAnswer) {
  put("squeue", "echo 'squeue: error: Unable to contact slurm controller' >&2; exit 1");
  EXPECT_EQ(run_in_allocation("ours", [] { return 3; }), pod::kExitLostClaim);
  EXPECT_EQ(asked(), "");
}

TEST_F(InAllocation, AnothersJobIsNotGivenBackThoughItHasOurId) {
  EXPECT_EQ(run_in_allocation("ours",
                              [&] {
                                slurmctld_says("theirs");
                                return 3;
                              }),
            3);
  EXPECT_EQ(asked(), "");
}

TEST_F(InAllocation, OutsideOfSlurmNobodyIsAsked) {
  ::unsetenv("SLURM_JOB_ID");
  slurmctld_says("theirs");
  EXPECT_EQ(run_in_allocation("ours", [] { return 3; }), 3);
  EXPECT_EQ(asked(), "");
}

TEST_F(InAllocation, ASignalToTheWholeStepReachesTheWorkOnly) {
  EXPECT_EQ(run_in_allocation("ours",
                              [] {
                                ::kill(::getppid(), SIGTERM);
                                return ::raise(SIGTERM);
                              }),
            128 + SIGTERM);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

}  // namespace
}  // namespace sluice::cmd
