// SPDX-License-Identifier: Apache-2.0
// The fake's own knobs; that it behaves like Slurm: slurm_contract_cases.h.
#include "slurm/fake_slurm.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

const JobRequest kRequest{.name = "a", .comment = "uid", .script = "#!/bin/sh\n", .cpus = 16};

class FakeSlurmTest : public testing::Test {
 protected:
  FakeClock clock;
  FakeSlurm fake{clock};
};

TEST_F(FakeSlurmTest, JobsWaitForRoom) {
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(fake.submit(kRequest).has_value());
  }
  fake.run();
  EXPECT_EQ(fake.all_jobs()[3].state, JobState::kRunning);
  EXPECT_EQ(fake.all_jobs()[4].state, JobState::kPending);
  EXPECT_EQ(fake.all_jobs()[4].reason, "Resources");
  fake.finish(1, 0);
  fake.run();
  EXPECT_EQ(fake.all_jobs()[4].state, JobState::kRunning);
}

TEST_F(FakeSlurmTest, AForgottenJobsIdIsGivenOutAgain) {
  const JobId lost = fake.submit(kRequest).value();
  fake.submit(kRequest).value();
  fake.forget(lost);
  EXPECT_EQ(fake.jobs({})->jobs.size(), 1U);
  EXPECT_EQ(fake.submit(kRequest).value(), lost);
  EXPECT_EQ(fake.submissions(), 3);
}

TEST_F(FakeSlurmTest, FaultsComeInOrderAndPass) {
  fake.fail_next({Code::kTimeout, "slow"}, 2);
  EXPECT_EQ(fake.ping().error().code, Code::kTimeout);
  EXPECT_EQ(fake.submit(kRequest).error().code, Code::kTimeout);
  EXPECT_TRUE(fake.ping().has_value());
  fake.set_unavailable(true);
  EXPECT_EQ(fake.jobs({}).error().code, Code::kUnavailable);
  EXPECT_EQ(fake.submissions(), 0);
}

TEST_F(FakeSlurmTest, HooksMayCallBack) {
  std::vector<std::string> calls;
  fake.on_call([&](std::string_view method) { calls.emplace_back(method); });
  fake.on_start([&](const Job& job, const JobRequest& request) {
    EXPECT_EQ(request.comment, "uid");
    fake.finish(job.id, 3);
  });
  const JobId id = fake.submit(kRequest).value();
  fake.run();
  EXPECT_EQ(fake.all_jobs()[0].exit_code, 3);
  EXPECT_EQ(fake.all_jobs()[0].state, JobState::kFailed);
  EXPECT_EQ(fake.request(id).name, "a");
  EXPECT_EQ(calls, std::vector<std::string>{"submit"});
}

TEST_F(FakeSlurmTest, StatesAndHoldsCanBeSet) {
  JobRequest held = kRequest;
  held.flags = {"-H"};
  const JobId id = fake.submit(held).value();
  fake.run();
  EXPECT_EQ(fake.all_jobs()[0].state, JobState::kPending);
  fake.release(id);
  fake.run();
  EXPECT_TRUE(fake.signal(id, 15).has_value());
  EXPECT_EQ(fake.signals().front(), std::make_pair(id, 15));
  fake.set_state(id, JobState::kNodeFail, "NodeDown");
  EXPECT_EQ(fake.all_jobs()[0].reason, "NodeDown");
  EXPECT_TRUE(fake.all_jobs()[0].ended.has_value());
}

TEST_F(FakeSlurmTest, NodesCanChange) {
  fake.set_nodes({{.name = "x", .partitions = {"main"}, .cpus = 2, .memory_mib = 5}});
  EXPECT_EQ(fake.partitions()->front().all.cpus, 2);
}

}  // namespace
}  // namespace sluice::slurm
