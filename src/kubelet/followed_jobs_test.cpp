// SPDX-License-Identifier: Apache-2.0
#include "kubelet/followed_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using slurm::Job;
using slurm::JobState;
using testing::ElementsAre;
using testing::IsEmpty;

JobSnapshot snapshot(std::vector<std::pair<pod::Attempt, Job>> jobs,
                     SteadyTime asked = SteadyTime{}) {
  return {asked, std::make_shared<JobSnapshot::Jobs>(jobs.begin(), jobs.end())};
}

std::vector<slurm::JobId> ids(const std::vector<Job>& jobs) {
  std::vector<slurm::JobId> result;
  for (const Job& job : jobs) {
    result.push_back(job.id);
  }
  return result;
}

constexpr SteadyTime kBefore{};  // an answer of that moment is no first one after it

const Job kPending{.id = 1, .state = JobState::kPending, .reason = "Priority"};
const Job kRunning{.id = 1, .state = JobState::kRunning};

TEST(FollowedJobs, ChangedAndMissingJobsAreNews) {
  FollowedJobs followed;
  followed.follow({"a", 1}, true, kBefore);
  followed.follow({"b", 1}, true, kBefore);
  followed.follow({"c", 1}, true, kBefore);
  const JobSnapshot before = snapshot({{{"a", 1}, kPending}, {{"c", 1}, kRunning}});
  const JobSnapshot now = snapshot({{{"a", 1}, kRunning}, {{"c", 1}, kRunning}});
  EXPECT_THAT(followed.news(&before, now), ElementsAre("a", "b"));
}

TEST(FollowedJobs, APodThatOnlyWritesItsFileIsLookedAtWithEveryAnswer) {
  FollowedJobs followed;
  followed.follow({"a", 1}, false, kBefore);
  const JobSnapshot running = snapshot({{{"a", 1}, kRunning}});
  const JobSnapshot pending = snapshot({{{"a", 1}, kPending}});
  EXPECT_THAT(followed.news(&running, running), ElementsAre("a"));
  EXPECT_THAT(followed.news(&pending, pending), IsEmpty());
}

// slurmctld may tell of a job before it has told whoever submitted it, who does not believe it yet.
TEST(FollowedJobs, TheFirstAnswerAfterASubmissionIsNewsThoughItSaysNothingNew) {
  const SteadyTime submitted{std::chrono::seconds(5)};
  const JobSnapshot early = snapshot({{{"a", 1}, kPending}}, submitted - std::chrono::seconds(1));
  const JobSnapshot late = snapshot({{{"a", 1}, kPending}}, submitted + std::chrono::seconds(1));
  FollowedJobs followed;
  followed.follow({"a", 1}, false, FollowedJobs::kNotYet);
  EXPECT_THAT(followed.news(nullptr, early), ElementsAre("a"));
  followed.follow({"a", 1}, false, submitted);
  EXPECT_THAT(followed.news(&early, late), ElementsAre("a"));
  followed.follow({"a", 1}, false, submitted);
  EXPECT_THAT(followed.news(&late, late), IsEmpty());
  followed.follow({"a", 2}, false, submitted);
  const JobSnapshot next = snapshot({{{"a", 2}, kPending}}, submitted + std::chrono::seconds(2));
  EXPECT_THAT(followed.news(&next, next), ElementsAre("a"));
}

TEST(FollowedJobs, JobsNobodyStandsBehindAreStrays) {
  FollowedJobs followed;
  followed.follow({"a", 2}, true, kBefore);
  followed.finish({"d", 1});
  followed.finish({"e", 1});
  const JobSnapshot now = snapshot({{{"a", 1}, {.id = 10, .state = JobState::kPending}},
                                    {{"a", 2}, {.id = 11, .state = JobState::kPending}},
                                    {{"b", 1}, {.id = 12, .state = JobState::kRunning}},
                                    {{"c", 1}, {.id = 13, .state = JobState::kCompleted}},
                                    {{"d", 1}, {.id = 14, .state = JobState::kRunning}},
                                    {{"e", 1}, {.id = 15, .state = JobState::kPending}}});
  const SteadyTime start{};
  EXPECT_THAT(ids(followed.strays(now, start)), ElementsAre(10, 12, 15));
  EXPECT_THAT(ids(followed.strays(now, start + std::chrono::seconds(1))), IsEmpty());
  EXPECT_THAT(ids(followed.strays(now, start + std::chrono::seconds(10))), ElementsAre(10, 12, 15));
}

TEST(FollowedJobs, AnAllocationThatOutlivesItsPodIsAStray) {
  FollowedJobs followed;
  followed.finish({"a", 1});
  const JobSnapshot now =
      snapshot({{{"a", 1}, {.id = 10, .state = JobState::kRunning, .batch = false}}});
  const SteadyTime start{};
  EXPECT_THAT(ids(followed.strays(now, start)), IsEmpty());
  EXPECT_THAT(ids(followed.strays(now, start + std::chrono::seconds(4))), IsEmpty());
  EXPECT_THAT(ids(followed.strays(now, start + std::chrono::seconds(5))), ElementsAre(10));
}

TEST(FollowedJobs, FinishedPodsNeedNoAnswers) {
  FollowedJobs followed;
  EXPECT_FALSE(followed.any_alive());
  followed.follow({"a", 1}, false, kBefore);
  followed.follow({"a", 1}, true, kBefore);
  EXPECT_TRUE(followed.any_alive());
  followed.finish({"a", 1});
  EXPECT_FALSE(followed.any_alive());
  EXPECT_THAT(followed.news(nullptr, snapshot({})), IsEmpty());
  followed.follow({"b", 1}, true, kBefore);
  followed.drop("b");
  followed.drop("a");
  EXPECT_FALSE(followed.any_alive());
}

}  // namespace
}  // namespace sluice::kubelet
