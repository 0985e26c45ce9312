// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_tracker.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "kubelet/job_identity.h"
#include "slurm/fake_slurm.h"

namespace sluice::kubelet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class JobTrackerTest : public ::testing::Test {
 protected:
  slurm::JobId submit(const std::string& comment) {
    return slurm_.submit({.name = "x", .comment = comment, .script = "#!/bin/sh\n"}).value();
  }

  FakeClock clock_;
  slurm::FakeSlurm slurm_{clock_};
  std::counting_semaphore<> answers_{0};
  std::vector<bool> outages_;
  JobTracker tracker_{
      slurm_, clock_, "c",
      [this](const JobSnapshotPtr&, const JobSnapshotPtr&) { answers_.release(); },
      [this](const std::optional<Error>& error) { outages_.push_back(error.has_value()); }};
};

TEST_F(JobTrackerTest, KnowsTheJobsOfItsClusterByTheirComment) {
  const slurm::JobId id = submit("sluice:c:u:1");
  submit("sluice:other:u:1");
  submit("mine");
  ASSERT_TRUE(tracker_.ask().has_value());
  const JobSnapshotPtr snapshot = tracker_.snapshot();
  ASSERT_EQ(snapshot->jobs->size(), 1u);
  EXPECT_EQ(snapshot->find({"u", 1})->id, id);
  EXPECT_EQ(snapshot->find({"u", 2}), nullptr);
}

TEST_F(JobTrackerTest, AnUnchangedAnswerIsYoungerAndSaysTheSame) {
  submit("sluice:c:u:1");
  ASSERT_TRUE(tracker_.ask().has_value());
  const JobSnapshotPtr first = tracker_.snapshot();
  clock_.advance(seconds(1));
  ASSERT_TRUE(tracker_.ask().has_value());
  EXPECT_GT(tracker_.snapshot()->asked, first->asked);
  EXPECT_EQ(tracker_.snapshot()->jobs->size(), 1u);
}

TEST_F(JobTrackerTest, AReasonThatChangedInSilenceIsSeenSoon) {
  const slurm::JobId id = submit("sluice:c:u:1");
  const auto reason = [&](const char* word) {
    return [word](slurm::Job& job) { job.reason = word; };
  };
  const auto seen = [&] {
    EXPECT_TRUE(tracker_.ask().has_value());
    return tracker_.snapshot()->find({"u", 1})->reason;
  };
  slurm_.change(id, reason("None"));
  EXPECT_EQ(seen(), "None");
  slurm_.change_in_silence(id, reason("Priority"));
  EXPECT_EQ(seen(), "None");
  clock_.advance(seconds(10));
  EXPECT_EQ(seen(), "Priority");
  slurm_.change_in_silence(id, reason("Resources"));
  clock_.advance(seconds(10));
  EXPECT_EQ(seen(), "Priority");  // not wrong for long: it can wait
  clock_.advance(seconds(50));
  EXPECT_EQ(seen(), "Resources");
  slurm_.run();
  EXPECT_EQ(seen(), "None");
  slurm_.change_in_silence(id, reason("Odd"));
  clock_.advance(seconds(60));
  EXPECT_EQ(seen(), "None");  // nobody waits any more
}

TEST_F(JobTrackerTest, OneSlowAnswerDelaysAReasonByTwoMinutesAtMost) {
  const slurm::JobId id = submit("sluice:c:u:1");
  slurm_.change(id, [](slurm::Job& job) { job.reason = "None"; });
  slurm_.on_call([this](std::string_view) { clock_.advance(seconds(10)); });
  ASSERT_TRUE(tracker_.ask().has_value());
  slurm_.on_call(nullptr);
  slurm_.change_in_silence(id, [](slurm::Job& job) { job.reason = "Priority"; });
  const auto seen_after = [&](Duration more) {
    clock_.advance(more);
    EXPECT_TRUE(tracker_.ask().has_value());
    return tracker_.snapshot()->find({"u", 1})->reason;
  };
  EXPECT_EQ(seen_after(seconds(100)), "None");  // such answers are not asked for often
  EXPECT_EQ(seen_after(seconds(20)), "Priority");
}

TEST_F(JobTrackerTest, AnOutageIsToldOnceAndKeepsTheLastAnswer) {
  submit("sluice:c:u:1");
  ASSERT_TRUE(tracker_.ask().has_value());
  slurm_.set_unavailable(true);
  EXPECT_FALSE(tracker_.ask().has_value());
  EXPECT_FALSE(tracker_.ask().has_value());
  EXPECT_TRUE(tracker_.outage().has_value());
  EXPECT_NE(tracker_.snapshot()->find({"u", 1}), nullptr);
  slurm_.set_unavailable(false);
  ASSERT_TRUE(tracker_.ask().has_value());
  EXPECT_EQ(outages_, (std::vector<bool>{true, false}));
}

TEST_F(JobTrackerTest, AsksOnlyWhileSomebodyCares) {
  ASSERT_TRUE(tracker_.start().has_value());
  tracker_.wake();
  clock_.await_waiters(1);
  clock_.advance(milliseconds(250));
  answers_.acquire();
  clock_.advance(seconds(100));
  EXPECT_FALSE(answers_.try_acquire());
  tracker_.set_interest(true);
  answers_.acquire();
}

}  // namespace
}  // namespace sluice::kubelet
