// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/job_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "controllers/job/indexes.h"
#include "controllers/job/pods.h"
#include "world.h"

namespace sluice {
namespace {

class JobControllerTest : public RoughWorld {
 protected:
  const api::Kind& jobs_ = api::kinds::job();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key j_{"default", "j"};

  client::Object create_job(const std::string& numbers, const char* policy = "Never") {
    return create(jobs_, R"({"metadata":{"name":"j"},"spec":{)" + numbers +
                             R"("template":{"spec":{"restartPolicy":")" + policy +
                             R"(","containers":[{"name":"c","image":"i"}]}}}})");
  }
  Objects await_pods(std::size_t count) {
    return await_all(pods_, [count](const Objects& all) { return all.size() >= count; });
  }
  client::Object await_end(const char* type) {
    return await(jobs_, j_,
                 [type](const client::Object& job) { return api::has_condition(job, type); });
  }
  static bool is_active(const client::ObjectPtr& pod) { return controllers::job::is_active(*pod); }
};

INSTANTIATE_TEST_SUITE_P(, JobControllerTest, in_every_weather(), weather_name);

TEST_P(JobControllerTest, RunsAPodAndCompletes) {
  const auto job = create_job("");
  const auto pods = await_pods(1);
  ASSERT_EQ(pods.size(), 1U);
  EXPECT_EQ(api::controller_of(*pods[0])->at("uid").as_string(), api::uid(job));
  EXPECT_EQ(api::name(*pods[0]).substr(0, 2), "j-");
  set_phase(*pods[0], "Succeeded");
  const auto done = await_end("Complete");
  EXPECT_EQ(done.at("status", "succeeded").as_int(), 1);
  EXPECT_FALSE(done.at("status", "completionTime").as_string().empty());
  EXPECT_FALSE(controllers::job::is_tracked(get(pods_, api::key(*pods[0]))));
  if (GetParam() == Weather::kLethal) {
    return;  // who dies tells nobody
  }
  const auto events = await_all(api::kinds::event(), [](const Objects& all) {
    return std::count_if(all.begin(), all.end(), [](const auto& event) {
             const std::string& reason = event->at("reason").as_string();
             return reason == "SuccessfulCreate" || reason == "Completed";
           }) == 2;
  });
  EXPECT_GE(events.size(), 2U);
}

TEST_P(JobControllerTest, FailsWhenTheBackoffLimitIsExceeded) {
  create_job(R"("parallelism":2,"completions":2,"backoffLimit":0,)");
  const auto pods = await_pods(2);
  set_phase(*pods[0], "Failed");
  await_gone(pods_, api::key(*pods[1]));
  const auto failed = await_end("Failed");
  EXPECT_EQ(api::condition(failed, "Failed")->at("reason").as_string(), "BackoffLimitExceeded");
  EXPECT_TRUE(api::has_condition(failed, "FailureTarget"));
  EXPECT_EQ(list(pods_).size(), 1U) << "the failed pod stays, the active one was deleted";
  EXPECT_EQ(failed.at("status", "failed").as_int(), 2);
}

TEST_P(JobControllerTest, ReplacesAFailedPodOnceTheBackoffIsOver) {
  create_job("");
  set_phase(*await_pods(1)[0], "Failed");
  await(jobs_, j_,
        [](const client::Object& job) { return job.at("status", "failed").as_int() == 1; });
  EXPECT_EQ(list(pods_).size(), 1U);
  clock_.advance(std::chrono::seconds(10));
  await_pods(2);
}

TEST_P(JobControllerTest, DeletedPodIsReplacedAndItsNameGoes) {
  create_job("");
  const auto first = await_pods(1)[0];
  ASSERT_TRUE(client_.remove(pods_, api::key(*first), {}));
  await_gone(pods_, api::key(*first));
  await_pods(1);
}

TEST_P(JobControllerTest, ScalesDownAndSuspendsWithoutFailures) {
  create_job(R"("parallelism":3,"completions":5,"backoffLimit":0,)");
  await_pods(3);
  patch_spec(jobs_, j_, {{"parallelism", 1}});
  await_all(pods_, [](const Objects& all) { return all.size() == 1; });
  patch_spec(jobs_, j_, {{"suspend", true}});
  await_all(pods_, [](const Objects& all) { return all.empty(); });
  await_end("Suspended");
  patch_spec(jobs_, j_, {{"suspend", false}});
  await_pods(1);
  EXPECT_FALSE(api::has_condition(get(jobs_, j_), "FailureTarget"));
}

TEST_P(JobControllerTest, DeadlineEndsTheJob) {
  create_job(R"("activeDeadlineSeconds":60,)");
  await_pods(1);
  await(jobs_, j_,
        [](const client::Object& job) { return job.at("status", "active").as_int() == 1; });
  clock_.advance(std::chrono::seconds(60));
  const auto failed = await_end("Failed");
  EXPECT_EQ(api::condition(failed, "Failed")->at("reason").as_string(), "DeadlineExceeded");
  await_all(pods_, [](const Objects& all) { return all.empty(); });
}

TEST_P(JobControllerTest, DeletingTheJobDeletesItsPods) {
  create_job(R"("parallelism":2,"completions":2,)");
  await_pods(2);
  ASSERT_TRUE(client_.remove(jobs_, j_, {.propagation_policy = "Background"}));
  await_all(pods_, [](const Objects& all) { return all.empty(); });
}

TEST_P(JobControllerTest, ForegroundDeletionRemovesPodsFirst) {
  create_job("");
  await_pods(1);
  ASSERT_TRUE(client_.remove(jobs_, j_, {.propagation_policy = "Foreground"}));
  await_gone(jobs_, j_);
  EXPECT_TRUE(list(pods_).empty());
}

TEST_P(JobControllerTest, OrphanedPodsStayAndAreReleased) {
  create_job("");
  const auto pod = await_pods(1)[0];
  ASSERT_TRUE(client_.remove(jobs_, j_, {.propagation_policy = "Orphan"}));
  await_gone(jobs_, j_);
  const auto free = await(pods_, api::key(*pod), [](const client::Object& object) {
    return !controllers::job::is_tracked(object);
  });
  EXPECT_EQ(api::controller_of(free), nullptr);
  EXPECT_FALSE(api::is_being_deleted(free));
}

// Every completion is one pod, however often the controllers die in between.
TEST_P(JobControllerTest, EveryCompletionRunsExactlyOnceAcrossRestarts) {
  constexpr int kCompletions = 30;
  create_job(R"("parallelism":4,"completions":30,)");
  std::set<std::string> ran;
  for (int i = 0; i < kCompletions; ++i) {
    const auto pods = await_all(
        pods_, [](const Objects& all) { return std::any_of(all.begin(), all.end(), is_active); });
    const auto next = std::find_if(pods.begin(), pods.end(), is_active);
    ASSERT_NE(next, pods.end());
    ran.insert(api::uid(**next));
    set_phase(**next, "Succeeded");
    if (i % 2 == 0) {
      restart_controllers();
    }
  }
  const auto done = await_end("Complete");
  EXPECT_EQ(done.at("status", "succeeded").as_int(), kCompletions);
  EXPECT_EQ(ran.size(), static_cast<std::size_t>(kCompletions));
  EXPECT_EQ(list(pods_).size(), static_cast<std::size_t>(kCompletions)) << "no pod too many";
}

TEST_P(JobControllerTest, CountsStayRightWhenFinishedPodsAreDeleted) {
  constexpr int kCompletions = 10;
  create_job(R"("parallelism":2,"completions":10,)");
  for (int i = 0; i < kCompletions; ++i) {
    const auto pods = await_all(
        pods_, [](const Objects& all) { return std::any_of(all.begin(), all.end(), is_active); });
    const auto next = std::find_if(pods.begin(), pods.end(), is_active);
    ASSERT_NE(next, pods.end());
    set_phase(**next, "Succeeded");
    ASSERT_TRUE(client_.remove(pods_, api::key(**next), {}));
  }
  EXPECT_EQ(await_end("Complete").at("status", "succeeded").as_int(), kCompletions);
  await_all(pods_, [](const Objects& all) { return all.empty(); });
}

class IndexedJobTest : public RoughWorld {
 protected:
  const api::Kind& jobs_ = api::kinds::job();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key j_{"default", "j"};

  void create_job(const std::string& spec) {
    create(jobs_, R"({"metadata":{"name":"j"},"spec":{"completionMode":"Indexed",)" + spec +
                      R"("template":{"spec":{"restartPolicy":"Never",
                         "containers":[{"name":"c","image":"i"}]}}}})");
  }
  // Plays kubelet: pods of indexes in `failing` fail, others succeed, until the job has `end`.
  client::Object run_until(const char* end, const std::set<std::string>& failing = {}) {
    for (int round = 0; round < 200; ++round) {
      const auto job = get(jobs_, j_);
      if (api::has_condition(job, end)) {
        return job;
      }
      for (const auto& pod : list(pods_)) {
        if (controllers::job::is_active(*pod)) {
          set_phase(*pod, failing.contains(api::label(*pod, controllers::job::kIndex))
                              ? "Failed"
                              : "Succeeded");
        }
      }
      clock_.advance(std::chrono::seconds(30));
      await(jobs_, j_, [&](const client::Object& now) {
        return api::has_condition(now, end) || now.at("status", "active").as_int() > 0;
      });
    }
    ADD_FAILURE() << "the job never had the condition " << end;
    return {};
  }
};

INSTANTIATE_TEST_SUITE_P(, IndexedJobTest, in_every_weather(), weather_name);

TEST_P(IndexedJobTest, EveryIndexSucceedsOnce) {
  create_job(R"("parallelism":3,"completions":5,)");
  const auto done = run_until("Complete");
  EXPECT_EQ(done.at("status", "completedIndexes").as_string(), "0-4");
  EXPECT_EQ(done.at("status", "succeeded").as_int(), 5);
}

TEST_P(IndexedJobTest, OneIndexMayFailWithoutTheOthers) {
  create_job(R"("parallelism":2,"completions":3,"backoffLimitPerIndex":1,)");
  const auto failed = run_until("Failed", {"1"});
  EXPECT_EQ(failed.at("status", "completedIndexes").as_string(), "0,2");
  EXPECT_EQ(failed.at("status", "failedIndexes").as_string(), "1");
  EXPECT_EQ(failed.at("status", "failed").as_int(), 2);
  EXPECT_EQ(api::condition(failed, "Failed")->at("reason").as_string(), "FailedIndexes");
}

TEST_P(IndexedJobTest, SuccessPolicyEndsTheJobEarly) {
  create_job(R"("parallelism":1,"completions":3,
                "successPolicy":{"rules":[{"succeededIndexes":"0"}]},)");
  const auto done = run_until("Complete");
  EXPECT_EQ(api::condition(done, "Complete")->at("reason").as_string(), "SuccessPolicy");
}

}  // namespace
}  // namespace sluice
