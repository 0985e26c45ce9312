// SPDX-License-Identifier: Apache-2.0
//
// Against answers of a real Nomad 1.6.5 (recorded/), cut down to what is read and a little more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "http/scripted_client.h"
#include "json/text.h"
#include "nomad/engine.h"

namespace sluice::nomad {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string recorded(const std::string& name) {
  return read_file(std::string(SLUICE_SOURCE_DIR "/src/nomad/recorded/") + name + ".json")
      .value_or("");
}

struct Script : http::Script {
  void answer(std::string body, int status = 200, const char* index = "31") {
    http::ClientResponse response{.status = status, .headers = {}, .body = std::move(body)};
    response.headers.add("X-Nomad-Index", index);
    answers.push_back(std::move(response));
  }
  std::string asked(std::size_t i) const {
    return requests.at(i).method + " " + requests.at(i).target;
  }
};

services::NodeServices graph(const std::string& name = "second") {
  services::NodeServices all{.name = "site", .services = {}};
  all.services.push_back({.name = name, .command = {"/bin/sleep", "1"}});
  return all;
}

class Nomad : public testing::Test {
 protected:
  Script script_;
  FakeClock clock_;
  Client client_{{.token = "s3cret", .region = "alps 1"},
                 std::make_unique<http::ScriptedClient>(script_)};
  Engine engine_{client_, clock_};
};

constexpr const char* kVersion = R"({"config":{"Version":{"Version":"1.6.5"}}})";

TEST_F(Nomad, WhatWasPlannedIsRegisteredAndNothingElse) {
  script_.answer(kVersion);
  script_.answer(recorded("jobs"));
  script_.answer(recorded("plan-edited"));
  const auto steps = engine_.plan(graph(), {});
  ASSERT_TRUE(steps.has_value()) << steps.error().message;
  ASSERT_EQ(steps->size(), 2U);
  const Plan& plan = steps->back().plan;
  EXPECT_EQ(plan.type, "Edited");
  EXPECT_EQ(plan.job_modify_index, 23);
  EXPECT_THAT(plan.changes, ElementsAre("~ Priority: 50 -> 70"));
  EXPECT_THAT(plan.placements, ElementsAre("second: 1 in-place update"));
  EXPECT_EQ(steps->front().plan.job, "site-first");  // of no service any more
  EXPECT_TRUE(steps->front().job.is_null());
  EXPECT_EQ(script_.asked(2), "POST /v1/job/site-second/plan?namespace=default&region=alps%201");
  EXPECT_EQ(script_.requests[1].headers.get("X-Nomad-Token"), "s3cret");

  script_.answer("{}");
  script_.answer(recorded("registered"));
  ASSERT_TRUE(engine_.apply(*steps).has_value());
  const auto sent = json::parse(script_.requests.at(4).body);
  ASSERT_TRUE(sent.has_value());
  EXPECT_TRUE(sent->at("EnforceIndex").as_bool());
  EXPECT_EQ(sent->at("JobModifyIndex").as_int(), 23);
  EXPECT_THAT(script_.asked(3), HasSubstr("DELETE /v1/job/site-first?"));

  script_.answer("{}");
  script_.answer("Enforcing job modify index 23: job exists with conflicting job modify index: 29",
                 500);
  const auto late = engine_.apply(*steps);
  ASSERT_FALSE(late.has_value());
  EXPECT_EQ(late.error().code, Code::kConflict);
  EXPECT_THAT(late.error().message, HasSubstr("job site-second: Nomad says (500): Enforcing"));
}

TEST_F(Nomad, OtherFeaturesAreToldToBeKeptBySlurmWithTheRemedy) {
  const auto planned = [&](const std::string& field) {
    script_.answer(kVersion);
    script_.answer("[]");
    script_.answer(R"({"Diff":{"ID":"site-second","Type":"Edited","TaskGroups":[{"Name":"second",)"
                   R"("Type":"Edited","Tasks":[{"Name":"second","Type":"Edited","Fields":[{"Name":")" +
                   field +
                   R"(","Type":"Edited","Old":"Feature=a","New":"Feature=b"}]}]}]}})");
    const auto steps = engine_.plan(graph(), {});
    EXPECT_TRUE(steps.has_value()) << steps.error().message;
    return steps ? steps->back().plan : Plan{};
  };
  const Plan plan = planned("Env[SLUICE_REGISTERS_AS]");
  EXPECT_THAT(plan.changes, ElementsAre("~ second.second.Env[SLUICE_REGISTERS_AS]: "
                                        "Feature=a -> Feature=b"));
  EXPECT_THAT(plan.warnings, HasSubstr("scontrol delete nodename=NODE"));
  EXPECT_EQ(planned("Env[TZ]").warnings, "");
}

TEST_F(Nomad, ANewerOneThatWouldLimitMemoryIsRefusedWithTheRemedy) {
  script_.answer(R"({"config":{"Version":{"Version":"1.9.2"}}})");
  script_.answer(R"({"SchedulerConfig":{"MemoryOversubscriptionEnabled":false}})");
  const auto steps = engine_.plan(graph(), {});
  ASSERT_FALSE(steps.has_value());
  EXPECT_THAT(steps.error().message, HasSubstr("set-config -memory-oversubscription=true"));
}

TEST_F(Nomad, AJobOfSomebodyElseIsNotReplacedAndItsOwnerIsNamed) {
  const auto plan_beside = [&](const char* meta) {
    script_.answer(kVersion);
    script_.answer(std::string(R"([{"ID":"site-second","Stop":false,"Meta":)") + meta + "}]");
    services::NodeServices all = graph();
    all.space = "a";
    return engine_.plan(all, {});
  };
  const std::vector<std::pair<const char*, const char*>> table{
      {"null", "belongs to nobody who is known here"},
      {R"({"sluice_graph":"other"})", "belongs to the services other;"},
      {R"({"sluice_graph":"site","sluice_namespace":"b"})", "belongs to the services b/site;"}};
  for (const auto& [meta, message] : table) {
    const auto steps = plan_beside(meta);
    ASSERT_FALSE(steps.has_value()) << meta;
    EXPECT_EQ(steps.error().code, Code::kAlreadyExists);
    EXPECT_THAT(steps.error().message, HasSubstr(message));
  }
  // What another graph of this name has beside ours is not stopped.
  script_.answer(kVersion);
  script_.answer(R"([{"ID":"site-old","Meta":{"sluice_graph":"site","sluice_namespace":"b"}}])");
  script_.answer(recorded("plan-edited"));
  services::NodeServices all = graph();
  all.space = "a";
  const auto steps = engine_.plan(all, {});
  ASSERT_TRUE(steps.has_value()) << steps.error().message;
  ASSERT_EQ(steps->size(), 1U);
  EXPECT_EQ(steps->front().job.at("Meta", "sluice_namespace").as_string(), "a");
}

TEST_F(Nomad, AllocationsSayWhoIsUpAndWhatTheOthersDo) {
  script_.answer(R"({"Version":0})");
  script_.answer(recorded("allocations-gated"));
  auto now = engine_.look(graph());
  ASSERT_TRUE(now.has_value()) << now.error().message;
  EXPECT_FALSE(now->front().up());
  EXPECT_THAT(now->front().allocations.at(0).why, HasSubstr("gate: Task started by client"));
  script_.answer(R"({"Version":0})");
  script_.answer(recorded("allocations-running"));
  now = engine_.look(graph());
  ASSERT_TRUE(now.has_value());
  EXPECT_TRUE(now->front().up());
  EXPECT_EQ(now->front().allocations.at(0).node, "vm");
  script_.answer(R"({"Version":1})");  // it runs, but not what was registered last
  script_.answer(recorded("allocations-running"));
  now = engine_.look(graph());
  EXPECT_FALSE(now->front().up());
}

constexpr const char* kDead =
    R"([{"ID":"a1","NodeName":"n1","TaskGroup":"second","DesiredStatus":"run","ClientStatus":"failed","CreateIndex":5}])";

TEST_F(Nomad, ADeadOneIsEvaluatedOnceAndWaitingGoesBehindTheIndex) {
  script_.answer(R"({"Version":0})");
  script_.answer(kDead, 200, "40");
  script_.answer("{}");
  script_.answer(kDead, 200, "41");
  script_.answer(kDead, 200, "7");  // a server that was restored: from the start
  script_.answer(recorded("allocations-running"), 200, "8");
  ASSERT_TRUE(engine_.wait(graph(), std::chrono::seconds(60)).has_value());
  EXPECT_THAT(script_.asked(1),
              testing::EndsWith("/allocations?namespace=default&region=alps%201"));
  EXPECT_THAT(script_.asked(2), HasSubstr("POST /v1/job/site-second/evaluate?"));
  EXPECT_THAT(script_.requests[2].body, HasSubstr(R"("ForceReschedule":true)"));
  EXPECT_THAT(script_.asked(3), testing::EndsWith("&index=40&wait=10s"));
  EXPECT_THAT(script_.asked(4), testing::EndsWith("&index=41&wait=10s"));
  EXPECT_THAT(script_.asked(5), testing::EndsWith("alps%201"));
  EXPECT_EQ(script_.requests.size(), 6U);
}

TEST_F(Nomad, WhatIsNotUpInTimeIsToldWithTheMachine) {
  script_.answer(R"({"Version":0})");
  script_.answer(recorded("allocations-gated"));
  const auto waited = engine_.wait(graph(), {});
  ASSERT_FALSE(waited.has_value());
  EXPECT_EQ(waited.error().code, Code::kTimeout);
  EXPECT_THAT(waited.error().message, HasSubstr("job site-second is not up: on vm running (gate:"));
}

TEST(NomadAnswers, ErrorsAreTextAndTheirWordsDecide) {
  EXPECT_EQ(read_error(404, "job not found").code, Code::kNotFound);
  EXPECT_EQ(read_error(403, "Permission denied").code, Code::kForbidden);
  EXPECT_EQ(read_error(400, "Job must be specified").code, Code::kInvalid);
  EXPECT_EQ(read_error(500, "No cluster leader").code, Code::kUnavailable);
  EXPECT_EQ(read_error(500, "Enforcing job modify index 0: job already exists").code,
            Code::kConflict);
  EXPECT_EQ(read_error(500, "").message, "Nomad says (500): nothing");
}

TEST(NomadAnswers, WhatNoMachineTakesIsExplained) {
  const auto answer = json::parse(
      R"({"Diff":{"Type":"Added"},"JobModifyIndex":0,"FailedTGAllocs":{"g":{"NodesEvaluated":1,)"
      R"("ConstraintFiltered":{"${meta.role} = nobody":1}}}})");
  ASSERT_TRUE(answer.has_value());
  EXPECT_THAT(read_plan(*answer).failures,
              ElementsAre("g: 1 machines looked at, 1 without ${meta.role} = nobody"));
}

}  // namespace
}  // namespace sluice::nomad
