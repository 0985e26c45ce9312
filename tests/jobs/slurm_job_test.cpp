// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "api/meta.h"
#include "base/text.h"
#include "base/waiting.h"
#include "host_elsewhere.h"
#include "jobs/definition.h"
#include "jobs/job_status.h"
#include "jobs/operator.h"
#include "json/text.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

const api::Key kJob{"default", "job"};

class SlurmJobs : public testing::Test {
 protected:
  SlurmJobs() {
    EXPECT_TRUE(registry_.bootstrap().has_value());
    auto kinds = install_definitions(client_, clock_);
    EXPECT_TRUE(kinds.has_value()) << kinds.error().message;
    kinds_ = *kinds;
    kind_ = kinds_.job;
    const json::Value account = json::Object{{"metadata", json::Object{{"name", "default"}}}};
    (void)registry_.create(api::kinds::service_account(), "default", account);  // pods need one
    const json::Value secret = json::Object{
        {"metadata", json::Object{{"name", "login"}, {"namespace", "default"}}},
        {"data", json::Object{{"user", base64_encode("me")}, {"passwd", base64_encode("x")}}}};
    EXPECT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
    start();
  }
  ~SlurmJobs() override { stop(); }

  struct Running {
    Running(client::Client& client, Clock& clock, const Kinds& kinds, HostElsewhere& host)
        : informers(client, clock),
          the_operator({.node = [] { return "slurm"; },
                        .connect =
                            [&host](const Target& target, Cluster::OnNews on_news) {
                              return host.connect(user_of(target), std::move(on_news));
                            },
                        .notify = [&host](const Notice& notice) { return host.notify(notice); }},
                       kinds, client, clock, informers),
          manager(clock) {
      manager.add(informers);
      manager.add(the_operator);
      EXPECT_TRUE(manager.start().has_value());
    }
    ~Running() { EXPECT_TRUE(manager.stop(seconds(60)).has_value()); }

    runtime::Informers informers;
    Operator the_operator;
    runtime::Manager manager;
  };
  void start() { running_ = std::make_unique<Running>(client_, clock_, kinds_, host_); }
  void stop() { running_.reset(); }

  static client::Object job(const std::string& script) {
    return json::Object{{"apiVersion", "slurmjob.dev/v1"},
                        {"kind", "SlurmJob"},
                        {"metadata", json::Object{{"name", kJob.name}, {"namespace", kJob.ns}}},
                        {"spec", json::Object{{"connection", json::Object{{"host", "elsewhere"},
                                                                          {"port", "22"},
                                                                          {"secretName", "login"}}},
                                              {"job", json::Object{{"scriptCode", script}}}}}};
  }
  void create() {
    const auto created = client_.create(*kind_, job("#!/bin/sh\n"));
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  void create_with(const std::string& spec) {
    client::Object object = job("#!/bin/sh\n");
    const json::Value fields = *json::parse(spec);
    for (const auto& [name, value] : fields.as_object()) {
      object["spec"][name] = value;
    }
    const auto created = client_.create(*kind_, object);
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  void change(const std::string& patch) {
    const auto changed = client_.patch(*kind_, kJob, {.body = *json::parse(patch)});
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
  }
  Result<client::ObjectPtr> edit(const std::string& script) {
    return client_.patch(
        *kind_, kJob,
        {.body =
             json::Object{{"spec", json::Object{{"job", json::Object{{"scriptCode", script}}}}}}});
  }
  client::Object await(const std::function<bool(const client::Object&)>& wanted,
                       const std::string& what) {
    const SteadyTime deadline = clock_.steady() + seconds(60);
    client::ObjectPtr now;
    while (clock_.steady() < deadline) {
      const auto found = client_.get(*kind_, kJob);
      now = found ? *found : nullptr;
      if (now != nullptr && wanted(*now)) {
        return *now;
      }
      pause(clock_, std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "not " << what << " but "
                  << (now == nullptr ? "gone" : json::write(now->at("status")));
    return {};
  }
  client::Object await_state(const std::string& state) {
    return await([&](const auto& object) { return state_of(object) == state; }, state);
  }
  bool await_true(const std::function<bool()>& wanted) {
    const SteadyTime deadline = clock_.steady() + seconds(60);
    while (!wanted() && clock_.steady() < deadline) {
      pause(clock_, std::chrono::milliseconds(5));
    }
    return wanted();
  }
  slurm::JobId submitted() {
    const auto object = await([](const auto& o) { return job_id(o) != 0; }, "submitted");
    return static_cast<slurm::JobId>(job_id(object));
  }

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

  RealClock clock_;
  HostElsewhere host_{clock_};
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  Kinds kinds_;
  api::KindPtr kind_;  // SlurmJob
  std::unique_ptr<Running> running_;
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
  await([](const auto& o) { return !o.at("status", "message").as_string().empty(); }, "hindered");
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
  await_state("PENDING");
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
  for (int i = 0; i < 100; ++i) {
    object["metadata"]["name"] = "many-" + std::to_string(i);
    ASSERT_TRUE(client_.create(*kind_, object).has_value());
  }
  EXPECT_TRUE(await_true([&] { return host_.slurm().submissions() >= 100; }));
  create();
  submitted();  // after all others
  EXPECT_EQ(host_.slurm().submissions(), 101);
}

TEST_F(SlurmJobs, ObjectsThatAreOverCostNothing) {
  stop();
  client::Object object = job("#!/bin/sh\n");
  for (int i = 0; i < 100; ++i) {
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
    return pods->items.size() == 100 &&
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
