// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "slurm_job_world.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

class SlurmJobs : public SlurmJobWorld {
 protected:
  // Of all objects of a kind but the one the tests usually have.
  std::map<std::string, std::string> versions(const api::Kind& kind) {
    std::map<std::string, std::string> all;
    const auto listed = client_.list(kind, {});
    EXPECT_TRUE(listed.has_value());
    for (const client::ObjectPtr& object : listed->items) {
      all[api::name(*object)] = object->at("metadata", "resourceVersion").as_string();
    }
    all.erase(kJob.name);
    return all;
  }
};

TEST_F(SlurmJobs, AJobIsSubmittedFollowedAndShownByAPod) {
  create();
  const slurm::JobId id = submitted();
  await([](const auto& o) { return o.at("status", "partition").as_string() == "main"; }, "seen");
  host_.slurm().run();
  await_state("RUNNING");
  host_.slurm().finish(id, 3);
  const client::Object failed = await_state("FAILED");
  EXPECT_EQ(failed.at("status", "exitCode").as_int(), 3);
  EXPECT_EQ(failed.at("status", "observedGeneration").as_int(), generation(failed));
  EXPECT_TRUE(await_true([&] {
    const auto pod = client_.get(api::kinds::pod(), kJob);
    return pod && (*pod)->at("status", "phase").as_string() == "Failed";
  }));
}

TEST_F(SlurmJobs, ALostAnswerAndANewOperatorMakeNoSecondJob) {
  host_.lose_answers(1);
  create();
  EXPECT_TRUE(await_true([&] { return host_.commands() > 0; }));  // it is tried again at once
  stop();
  start();
  submitted();
  EXPECT_EQ(host_.slurm().submissions(), 1);
}

TEST_F(SlurmJobs, AnEditOfAJobThatIsOverLaunchesTheNextRun) {
  create();
  const slurm::JobId first = submitted();
  host_.slurm().run();
  host_.slurm().finish(first, 0);
  await_state("COMPLETED");
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  const client::Object again =
      await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "launched again");
  EXPECT_NE(job_id(again), static_cast<std::int64_t>(first));
  EXPECT_EQ(host_.slurm().submissions(), 2);
}

// The answer of the first try was lost, then the login was refused.
TEST_F(SlurmJobs, ARunThatMayHaveBeenSubmittedIsCancelledBeforeTheNext) {
  host_.lose_answers(1000);
  create();
  await([](const auto& o) { return !o.at("status", "message").as_string().empty(); }, "hindered");
  stop();
  host_.lose_answers(0);
  ASSERT_EQ(host_.slurm().submissions(), 1);
  client::Object refused = **client_.get(*kind_, kJob);
  refused["status"] = hindered(refused, {Code::kUnauthorized, "wrong password"}, clock_.now());
  ASSERT_TRUE(client_.update(*kind_, refused, client::Part::kStatus).has_value());
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  start();
  await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "launched again");
  const auto jobs = host_.slurm().all_jobs();
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].state, slurm::JobState::kCancelled);
  EXPECT_EQ(jobs[1].state, slurm::JobState::kPending);
}

TEST_F(SlurmJobs, AnEditOfAJobThatRunsIsRefused) {
  create();
  submitted();
  const auto refused = edit("#!/bin/sh\necho 2\n");
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("wait for its end"));
}

TEST_F(SlurmJobs, DeletionCancelsFirst) {
  create();
  const slurm::JobId id = submitted();
  ASSERT_TRUE(client_.remove(*kind_, kJob, {}).has_value());
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
  for (const slurm::Job& left : host_.slurm().all_jobs()) {
    EXPECT_TRUE(left.id != id || left.state == slurm::JobState::kCancelled);
  }
}

TEST_F(SlurmJobs, AnOldCopyOfAnObjectThatWentDoesNothingThere) {
  create();
  submitted();
  stop();
  ASSERT_TRUE(client_.remove(*kind_, kJob, {}).has_value());
  runtime::Informers informers(client_, clock_);
  runtime::Informer& jobs = informers.of(*kind_);
  runtime::EventRecorder events(client_, clock_, "test");
  JobMetrics metrics;
  Clusters clusters({client_,
                     clock_,
                     informers.of(*kinds_.connection),
                     informers.of(*kinds_.cluster_connection),
                     "",
                     "",
                     {}},
                    [&](const Target& target) { return host_.connect(user_of(target), {}); });
  JobPods pods({client_, clock_, events, informers.of(api::kinds::pod()), {}, "", {}});
  Reconciler reconciler({client_, clock_, jobs, events, clusters, metrics}, pods);
  runtime::Manager manager(clock_);
  manager.add(informers);
  ASSERT_TRUE(manager.start().has_value());
  ASSERT_TRUE(manager.stop(std::chrono::seconds(60)).has_value());  // the copy stays as it is
  ASSERT_TRUE(reconciler.reconcile(kJob).has_value());
  ASSERT_FALSE(client_.get(*kind_, kJob).has_value());
  const int commands = host_.commands();
  EXPECT_TRUE(reconciler.reconcile(kJob).has_value());
  EXPECT_EQ(host_.commands(), commands);
}

TEST_F(SlurmJobs, DeletionWaitsForAClusterThatIsAwayUnlessToldNotTo) {
  create();
  submitted();
  host_.set_reachable(false);
  ASSERT_TRUE(client_.remove(*kind_, kJob, {}).has_value());
  const client::Object stays = await(
      [](const auto& o) {
        return o.at("status", "message").as_string().find("abandon") != std::string::npos;
      },
      "explained");
  EXPECT_TRUE(api::has_condition(stays, "Connected", "False"));
  const json::Value told = json::Object{
      {"metadata", json::Object{{"annotations", json::Object{{"slurmjob.dev/abandon", "true"}}}}}};
  ASSERT_TRUE(client_.patch(*kind_, kJob, {.body = told}).has_value());
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
}

// A namespace goes with its Secrets, in no order.
TEST_F(SlurmJobs, WithoutItsSecretAJobThatIsOverIsDeletedAndOneThatRunsIsNot) {
  create();
  host_.slurm().finish(submitted(), 0);
  await_state("COMPLETED");
  client::Object runs = job("#!/bin/sh\n");
  runs["metadata"]["name"] = "runs";
  ASSERT_TRUE(client_.create(*kind_, runs).has_value());
  const api::Key other{kJob.ns, "runs"};
  await_object(
      *kind_, other, [](const auto& o) { return job_id(o) != 0; }, "submitted",
      std::chrono::seconds(60));
  stop();
  ASSERT_TRUE(client_.remove(api::kinds::secret(), {kJob.ns, "login"}, {}).has_value());
  ASSERT_TRUE(client_.remove(*kind_, kJob, {}).has_value());
  ASSERT_TRUE(client_.remove(*kind_, other, {}).has_value());
  start();
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
  await_object(
      *kind_, other,
      [](const auto& o) {
        return o.at("status", "message").as_string().find("abandon") != std::string::npos;
      },
      "explained", std::chrono::seconds(60));
  create_secret(kJob.ns);
}

TEST_F(SlurmJobs, AnOutageIsToldAndPasses) {
  create();
  const slurm::JobId id = submitted();
  host_.slurm().run();
  await_state("RUNNING");
  host_.set_reachable(false);
  const client::Object away = await(
      [](const auto& o) { return api::has_condition(o, "Connected", "False"); }, "unreachable");
  EXPECT_EQ(state_of(away), "RUNNING");
  host_.slurm().set_unavailable(false);
  host_.slurm().finish(id, 0);
  host_.set_reachable(true);
  await_state("COMPLETED");
}

TEST_F(SlurmJobs, AJobThatSlurmForgotIsAnError) {
  create();
  const slurm::JobId id = submitted();
  await([](const auto& o) { return o.at("status", "partition").as_string() == "main"; }, "seen");
  host_.slurm().forget(id);
  EXPECT_EQ(await_state("ERROR").at("status", "reason").as_string(), "Forgotten");
}

TEST_F(SlurmJobs, AccountingIsAskedHowAForgottenJobEndedUntilItKnows) {
  host_.slurm().keep_accounts();
  create();
  const slurm::JobId id = submitted();
  host_.slurm().run();
  await_state("RUNNING");
  host_.slurm().retire(id);  // slurmdbd has heard of the start alone
  const auto is_sought = [](const auto& o) { return sought_since(o).has_value(); };
  EXPECT_EQ(state_of(await(is_sought, "sought")), "RUNNING");
  std::vector<slurm::Job> kept;
  host_.slurm().change_accounts([&](auto& jobs) { kept.swap(jobs); });  // of nothing at all
  std::atomic<int> asked = 0;
  host_.slurm().on_call([&](std::string_view call) { asked += call == "remembered_jobs"; });
  EXPECT_TRUE(await_true([&] { return asked >= 2; }));  // the first answer was used
  host_.slurm().on_call({});
  host_.slurm().change_accounts([&](auto& jobs) {
    kept.at(0).state = slurm::JobState::kTimeout;
    kept.at(0).exit_code = 9;
    jobs.swap(kept);
  });
  const client::Object over = await_state("FAILED");
  EXPECT_EQ(over.at("status", "reason").as_string(), "TIMEOUT");
  EXPECT_EQ(over.at("status", "exitCode").as_int(), 9);
  EXPECT_TRUE(api::has_condition(over, "Finished"));
}

TEST_F(SlurmJobs, WhatAccountingDoesNotKnowForLongIsLost) {
  host_.slurm().keep_accounts();
  create();
  const slurm::JobId id = submitted();
  await([](const auto& o) { return o.at("status", "partition").as_string() == "main"; }, "seen");
  stop();
  host_.slurm().forget(id);
  host_.slurm().change_accounts([](auto& jobs) { jobs.clear(); });
  client::Object object = **client_.get(*kind_, kJob);
  object["status"] = sought(object, clock_.now() - std::chrono::hours(1));
  ASSERT_TRUE(client_.update(*kind_, object, client::Part::kStatus).has_value());
  start();
  EXPECT_EQ(await_state("ERROR").at("status", "reason").as_string(), "Forgotten");
}

TEST_F(SlurmJobs, WhatSlurmRefusesIsNotTriedAgainUntilItIsEdited) {
  host_.slurm().fail_next({Code::kInvalid, "Batch job submission failed: Invalid qos"});
  create();
  EXPECT_THAT(await_state("ERROR").at("status", "message").as_string(), HasSubstr("Invalid qos"));
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  submitted();
}

TEST_F(SlurmJobs, AJobIsHeldAndReleasedByItsField) {
  create_with(R"({"suspend":true})");
  const slurm::JobId id = submitted();
  EXPECT_TRUE(await_true([&] { return host_.slurm().job(id)->held; }));
  EXPECT_THAT(host_.slurm().request(id).script, HasSubstr("#SBATCH --hold\n"));
  change(R"({"spec":{"suspend":false}})");
  EXPECT_TRUE(await_true([&] { return !host_.slurm().job(id)->held; }));
  const client::Object after = await(
      [](const auto& o) { return o.at("status", "observedGeneration").as_int() == generation(o); },
      "seen");
  EXPECT_EQ(run_number(after), 1);
}

TEST_F(SlurmJobs, AFailedJobIsLaunchedAgainUpToTheLimitAndOnceEachTime) {
  create_with(R"({"retries":{"limit":1,"backoffSeconds":0}})");
  const slurm::JobId first = submitted();
  host_.slurm().run();
  host_.slurm().finish(first, 3);
  const client::Object again =
      await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "retried");
  EXPECT_EQ(attempt(again), 2);
  host_.slurm().run();
  host_.slurm().finish(static_cast<slurm::JobId>(job_id(again)), 4);
  EXPECT_EQ(await_state("FAILED").at("status", "exitCode").as_int(), 4);
  EXPECT_EQ(host_.slurm().submissions(), 2);
}

TEST_F(SlurmJobs, ARestartCancelsAndLaunchesAndACancellationKeepsTheObject) {
  create();
  const slurm::JobId first = submitted();
  host_.slurm().run();
  await_state("RUNNING");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/restart":"1"}}})");
  await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "restarted");
  EXPECT_EQ(host_.slurm().job(first)->state, slurm::JobState::kCancelled);
  change(R"({"metadata":{"annotations":{"slurmjob.dev/cancel":"1"}}})");
  await_state("CANCELLED");
  EXPECT_EQ(host_.slurm().submissions(), 2);
}

TEST_F(SlurmJobs, ACancellationBeforeTheLaunchIsObeyedAndOneAfterTheEndIsNotKept) {
  client::Object object = job("#!/bin/sh\n");
  object["metadata"]["annotations"] = json::Object{{"slurmjob.dev/cancel", "1"}};
  ASSERT_TRUE(client_.create(*kind_, object).has_value());
  await_state("CANCELLED");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/cancel":"2"}}})");
  await(
      [](const auto& o) {
        return o.at("status", "asked", "slurmjob.dev/cancel").as_string() == "2";
      },
      "seen");
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "launched again");
  host_.slurm().run();
  await_state("RUNNING");
}

TEST_F(SlurmJobs, ARunningJobIsRequeuedOnce) {
  create();
  const slurm::JobId id = submitted();
  host_.slurm().run();
  await_state("RUNNING");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/requeue":"1"}}})");
  EXPECT_EQ(await_state("PENDING").at("status", "reason").as_string(), "REQUEUED");
  host_.slurm().run();
  await_state("RUNNING");
  EXPECT_THAT(host_.orders(), testing::ElementsAre("scontrol requeue " + std::to_string(id)));
}

TEST_F(SlurmJobs, AClusterWhoseClockIsWrongDoesNotMakeTimesWrong) {
  for (const int hours : {-3, 3}) {
    host_.set_clock_ahead(std::chrono::hours(hours));
    stop();
    start();
    create_with(R"({"ttlSecondsAfterFinished":0})");
    const slurm::JobId id = submitted();
    host_.slurm().run();
    const client::Object runs = await_state("RUNNING");
    EXPECT_THAT(runs.at("status", "time").as_string(), testing::StartsWith("0:"));
    host_.slurm().finish(id, 0);
    EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
  }
}

TEST_F(SlurmJobs, ManyAtOnceAreSubmittedOnceEach) {
  client::Object object = job("#!/bin/sh\n");
  for (int i = 0; i < 40; ++i) {
    object["metadata"]["name"] = "many-" + std::to_string(i);
    ASSERT_TRUE(client_.create(*kind_, object).has_value());
  }
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() >= 40; }));
  create();
  submitted();  // after all others
  EXPECT_EQ(host_.slurm().submissions(), 41);
}

TEST_F(SlurmJobs, OneQuestionIsForAllJobsHoweverManyThereAre) {
  constexpr int kMany = 40;
  std::atomic<int> questions = 0;
  std::atomic<int> others = 0;
  const SteadyTime begin = clock_.steady();
  host_.slurm().on_call([&](std::string_view call) {
    questions += call == "jobs";
    others += call != "jobs" && call != "submit";
  });
  client::Object object = job("#!/bin/sh\n");
  for (int i = 0; i < kMany; ++i) {
    object["metadata"]["name"] = "many-" + std::to_string(i);
    ASSERT_TRUE(client_.create(*kind_, object).has_value());
  }
  const auto all_are = [&](const std::string& state) {
    return await_true([&] {
      const auto jobs = client_.list(*kind_, {});
      return std::all_of(jobs->items.begin(), jobs->items.end(),
                         [&](const auto& one) { return state_of(*one) == state; });
    });
  };
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == kMany; }));
  host_.slurm().run();
  EXPECT_TRUE(all_are("RUNNING"));
  for (const slurm::Job& one : host_.slurm().all_jobs()) {
    host_.slurm().finish(one.id, 0);
  }
  EXPECT_TRUE(all_are("COMPLETED"));
  host_.slurm().on_call({});
  const auto intervals = (clock_.steady() - begin) / slurm::PollPace{}.fastest;
  EXPECT_LE(questions, intervals + 1);
  EXPECT_EQ(others, 0);
}

TEST_F(SlurmJobs, EveryTransitionIsAnEvent) {
  create();
  const slurm::JobId id = submitted();
  host_.slurm().run();
  await_state("RUNNING");
  host_.slurm().finish(id, 3);
  await_state("FAILED");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/restart":"1"}}})");
  const auto again =
      await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "restarted");
  host_.slurm().set_state(static_cast<slurm::JobId>(job_id(again)), slurm::JobState::kCancelled);
  await_state("CANCELLED");
  std::set<std::string> told;
  EXPECT_TRUE(await_true([&] {
    const auto events = client_.list(api::kinds::event(), {});
    for (const client::ObjectPtr& event : events->items) {
      if (event->at("involvedObject", "kind").as_string() == "SlurmJob") {
        told.insert(event->at("type").as_string() + " " + event->at("reason").as_string());
      }
    }
    return told.contains("Normal CANCELLED");
  })) << testing::PrintToString(told);
  EXPECT_THAT(told, testing::IsSupersetOf({"Normal PENDING", "Normal RUNNING", "Warning FAILED"}));
}

TEST_F(SlurmJobs, ObjectsThatAreOverCostNothing) {
  stop();
  client::Object object = job("#!/bin/sh\n");
  for (int i = 0; i < 40; ++i) {
    object["metadata"]["name"] = "kept-" + std::to_string(i);
    const auto created = client_.create(*kind_, object);
    ASSERT_TRUE(created.has_value());
    client::Object over = **created;
    over["status"] = *json::parse(
        R"({"state":"COMPLETED","run":1,"jobId":7,"exitCode":0,"observedGeneration":1,
            "startTime":"2030-01-01T00:00:00Z","endTime":"2030-01-01T00:00:01Z"})");
    ASSERT_TRUE(client_.update(*kind_, over, client::Part::kStatus).has_value());
  }
  start();
  EXPECT_TRUE(await_true([&] {
    const auto pods = client_.list(api::kinds::pod(), {});
    return pods->items.size() == 40 &&
           std::all_of(pods->items.begin(), pods->items.end(), [](const auto& pod) {
             return pod->at("status", "phase").as_string() == "Succeeded";
           });
  }));
  stop();
  const auto jobs = versions(*kind_);
  const auto pods = versions(api::kinds::pod());
  std::atomic<int> questions = 0;
  host_.slurm().on_call([&](std::string_view) { ++questions; });
  start();
  client::Object last = job("#!/bin/sh\n");
  last["spec"]["connection"]["secretName"] = "none";
  ASSERT_TRUE(client_.create(*kind_, last).has_value());
  await_state("ERROR");  // after all others were looked at
  stop();
  EXPECT_EQ(versions(*kind_), jobs);
  EXPECT_EQ(versions(api::kinds::pod()), pods);
  EXPECT_EQ(questions, 0);
  EXPECT_EQ(host_.commands(), 0);
}

TEST_F(SlurmJobs, AnObjectGoesWhenItsTimeIsOver) {
  create_with(R"({"ttlSecondsAfterFinished":0})");
  const slurm::JobId id = submitted();
  host_.slurm().run();
  host_.slurm().finish(id, 0);
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
}

TEST_F(SlurmJobs, AJobWaitsForAnotherThatComesLaterAndSlurmForItsEnd) {
  create_with(R"({"dependsOn":[{"name":"first"}]})");
  await([](const auto& o) { return o.at("status", "reason").as_string() == "DependencyUnknown"; },
        "waiting for a job that is not there");
  client::Object first = job("#!/bin/sh\n");
  first["metadata"]["name"] = "first";
  ASSERT_TRUE(client_.create(*kind_, first).has_value());
  const slurm::JobId id = submitted();
  const auto other = client_.get(*kind_, {kJob.ns, "first"});
  ASSERT_TRUE(other.has_value());
  EXPECT_THAT(host_.slurm().request(id).script,
              HasSubstr("#SBATCH --dependency=afterok:" + std::to_string(job_id(**other)) + "\n"));
}

TEST_F(SlurmJobs, AJobThatWaitsForAnotherCanBeCancelledAndLaunchedAgain) {
  create_with(R"({"dependsOn":[{"name":"first"}]})");
  await([](const auto& o) { return o.at("status", "reason").as_string() == "DependencyUnknown"; },
        "waiting for a job that is not there");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/cancel":"1"}}})");
  await_state("CANCELLED");
  client::Object first = job("#!/bin/sh\n");
  first["metadata"]["name"] = "first";
  ASSERT_TRUE(client_.create(*kind_, first).has_value());
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == 1; }));
  EXPECT_EQ(state_of(**client_.get(*kind_, kJob)), "CANCELLED");
  ASSERT_TRUE(edit("#!/bin/sh\necho 2\n").has_value());
  await([](const auto& o) { return run_number(o) == 2 && job_id(o) != 0; }, "launched again");
}

TEST_F(SlurmJobs, AFailureAheadIsAnErrorUntilItIsMended) {
  client::Object first = job("#!/bin/sh\n");
  first["metadata"]["name"] = "first";
  first["spec"]["retries"] = json::Object{{"limit", 1}, {"backoffSeconds", 0}};
  ASSERT_TRUE(client_.create(*kind_, first).has_value());
  create_with(R"({"dependsOn":[{"name":"first"}]})");
  for (int attempt = 1; attempt <= 2; ++attempt) {
    EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == attempt; }));
    host_.slurm().run();
    host_.slurm().finish(static_cast<slurm::JobId>(attempt), 1);
  }
  EXPECT_EQ(await_state("ERROR").at("status", "reason").as_string(), "DependencyNeverSatisfied");
  const json::Value again = *json::parse(
      R"({"metadata":{"annotations":{"slurmjob.dev/restart":"1"}},"spec":{"retries":null}})");
  ASSERT_TRUE(client_.patch(*kind_, {kJob.ns, "first"}, {.body = again}).has_value());
  submitted();
}

TEST_F(SlurmJobs, AForbiddenPodHoldsUpNoJob) {
  const json::Value quota = *json::parse(R"({"metadata":{"name":"none","namespace":"default"},
      "spec":{"hard":{"pods":"0"}}})");
  const auto created = client_.create(api::kinds::resource_quota(), quota);
  ASSERT_TRUE(created.has_value()) << created.error().message;
  client::Object counted = **created;
  counted["status"] = *json::parse(R"({"hard":{"pods":"0"},"used":{"pods":"0"}})");
  ASSERT_TRUE(
      client_.update(api::kinds::resource_quota(), counted, client::Part::kStatus).has_value());
  create();
  const slurm::JobId id = submitted();
  host_.slurm().run();
  host_.slurm().finish(id, 0);
  await_state("COMPLETED");
  EXPECT_FALSE(client_.get(api::kinds::pod(), kJob).has_value());
  EXPECT_TRUE(await_true([&] {
    const auto events = client_.list(api::kinds::event(), {});
    return events && std::any_of(events->items.begin(), events->items.end(), [](const auto& event) {
             return event->at("reason").as_string() == "NoPod";
           });
  }));
}

TEST_F(SlurmJobs, AnErrorThatIsTriedFurtherIsNotTheEndAndItsCancellationIs) {
  client::Object first = job("#!/bin/sh\n");
  first["metadata"]["name"] = "first";
  ASSERT_TRUE(client_.create(*kind_, first).has_value());
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == 1; }));
  host_.slurm().run();
  host_.slurm().finish(1, 1);
  EXPECT_TRUE(await_true([&] {
    const auto seen = client_.get(*kind_, {kJob.ns, "first"});
    return seen && state_of(**seen) == "FAILED";
  }));
  create_with(
      R"({"dependsOn":[{"name":"first"}],
          "webhook":{"url":"http://x/","secretName":"login","secretKey":"passwd"}})");
  await_state("ERROR");
  change(R"({"metadata":{"annotations":{"slurmjob.dev/cancel":"1"}}})");
  const client::Object over =
      await([](const auto& o) { return api::condition(o, "Notified") != nullptr; }, "told");
  EXPECT_EQ(state_of(over), "CANCELLED");
  EXPECT_THAT(host_.notices().at(0).body, HasSubstr(R"("state":"CANCELLED")"));
  const json::Value again =
      *json::parse(R"({"metadata":{"annotations":{"slurmjob.dev/restart":"1"}}})");
  ASSERT_TRUE(client_.patch(*kind_, {kJob.ns, "first"}, {.body = again}).has_value());
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() == 2; }));
  host_.slurm().run();
  host_.slurm().finish(2, 0);
  EXPECT_TRUE(await_true([&] {
    const auto seen = client_.get(*kind_, {kJob.ns, "first"});
    return seen && state_of(**seen) == "COMPLETED";
  }));
  EXPECT_EQ(host_.slurm().submissions(), 2);
  EXPECT_EQ(state_of(**client_.get(*kind_, kJob)), "CANCELLED");
}

TEST_F(SlurmJobs, AWebhookIsToldOfTheEndAgainIfItFailsAndBeforeTheObjectGoes) {
  create_with(
      R"({"webhook":{"url":"http://x/","secretName":"login","secretKey":"passwd"},
          "ttlSecondsAfterFinished":0})");
  const slurm::JobId id = submitted();
  EXPECT_TRUE(host_.notices().empty());
  host_.slurm().run();
  host_.slurm().finish(id, 3);
  const client::Object refused =
      await([](const auto& o) { return api::has_condition(o, "Notified", "False"); }, "refused");
  EXPECT_TRUE(await_true([&] { return !client_.get(*kind_, kJob).has_value(); }));
  const auto notices = host_.notices();
  ASSERT_EQ(notices.size(), 2U);
  EXPECT_EQ(notices[0].delivery, notices[1].delivery);
  EXPECT_EQ(notices[1].key, "x");
  const auto body = json::parse(notices[1].body);
  ASSERT_TRUE(body.has_value());
  EXPECT_EQ(body->at("metadata", "name").as_string(), kJob.name);
  EXPECT_EQ(body->at("status", "state").as_string(), "FAILED");
  EXPECT_EQ(body->at("status", "exitCode").as_int(), 3);
}

}  // namespace
}  // namespace sluice::jobs
