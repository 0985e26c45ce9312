// SPDX-License-Identifier: Apache-2.0
// What the contract cannot see: what is asked, and how failures are told. A real slurmrestd:
// slurm_contract_cases.h.
#include "slurm/rest/rest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "base/text.h"
#include "http/scripted_client.h"

namespace sluice::slurm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using http::Script;
using http::ScriptedClient;

class RestTest : public testing::Test {
 protected:
  std::unique_ptr<Slurm> connect(const std::string& token = "") {
    return make_rest({.url = "http://login:6820", .token = token},
                     std::make_unique<ScriptedClient>(script));
  }
  void offer(int version) {
    answer(200, R"({"paths": {"/slurm/v0.0.)" + std::to_string(version) + R"(/jobs": {}}})");
  }
  void answer(int status, std::string body) {
    script.answers.push_back({.status = status, .headers = {}, .body = std::move(body)});
  }
  std::vector<std::string> targets() const {
    std::vector<std::string> all;
    for (const auto& request : script.requests) {
      all.push_back(request.method + " " + request.target);
    }
    return all;
  }

  Script script;
};

const std::string kToken =
    "e30." + base64url_encode(R"({"sun": "ann", "exp": 8000000000})") + ".c2ln";

TEST_F(RestTest, TheVersionIsChosenOnceAndTheTokenGoesIntoAHeaderOnly) {
  offer(42);
  answer(200, R"({"job_id": 12, "warnings": []})");
  answer(200, R"({"nodes": []})");
  const auto slurm = connect(kToken);
  EXPECT_EQ(slurm->submit({.script = "#!/bin/sh\n"}).value(), 12U);
  EXPECT_TRUE(slurm->nodes().has_value());
  EXPECT_THAT(targets(), ElementsAre("GET /openapi/v3", "POST /slurm/v0.0.42/job/submit",
                                     "GET /slurm/v0.0.42/nodes"));
  for (const auto& request : script.requests) {
    EXPECT_EQ(request.headers.get("X-SLURM-USER-TOKEN"), kToken);
    EXPECT_EQ(request.headers.get("X-SLURM-USER-NAME"), "ann");
    EXPECT_THAT(request.target + request.body, testing::Not(HasSubstr(kToken)));
  }
}

TEST_F(RestTest, AnAcceptedJobThatWaitsIsAccepted) {
  offer(38);
  answer(200, R"({"job_id": 12, "errors": [{"error": "Job is held"}]})");
  EXPECT_EQ(connect()->submit({.script = "#!/bin/sh\n"}).value(), 12U);
}

TEST_F(RestTest, ARefusalIsSlurmsOwn) {
  offer(38);
  answer(500, R"({"errors": [{"error": "Invalid partition name specified"}]})");
  const auto slurm = connect();
  const auto refused = slurm->submit({.script = "#!/bin/sh\n"});
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_EQ(refused.error().message, "Invalid partition name specified");
  answer(200, R"({"nodes": []})");
  EXPECT_TRUE(slurm->nodes().has_value());  // one refusal says nothing about slurmctld
}

TEST_F(RestTest, ASilentSlurmctldIsNotAskedAgainAtOnce) {
  offer(38);
  answer(500, R"({"errors": [{"error": "Invalid node name specified"}], "nodes": []})");
  const auto slurm = connect();
  const auto nodes = slurm->nodes();
  EXPECT_EQ(nodes.error().code, Code::kUnavailable);
  EXPECT_THAT(nodes.error().message, HasSubstr("slurmctld is away"));
  EXPECT_EQ(slurm->jobs({}).error().code, Code::kUnavailable);
  EXPECT_EQ(slurm->ping().error().code, Code::kUnavailable);
  EXPECT_EQ(script.requests.size(), 2U);
}

TEST_F(RestTest, CauseAndRemedyAreNamed) {
  const auto slurm = connect(kToken);
  const auto away = slurm->ping();
  EXPECT_EQ(away.error().code, Code::kUnavailable);
  EXPECT_THAT(away.error().message, HasSubstr("Connection refused"));
  EXPECT_THAT(away.error().message, HasSubstr("is slurmrestd running there"));
  answer(401, "Authentication failure");
  const auto refused = slurm->ping();
  EXPECT_EQ(refused.error().code, Code::kUnauthorized);
  EXPECT_THAT(refused.error().message, HasSubstr("scontrol token"));
  EXPECT_THAT(refused.error().message, testing::Not(HasSubstr(kToken)));
  answer(502, "<html>Bad Gateway</html>");
  EXPECT_THAT(slurm->ping().error().message, HasSubstr("502"));
}

TEST_F(RestTest, AVersionThatIsGoneIsChosenAnew) {
  offer(38);
  answer(404, "Unable find requested URL.");
  offer(40);
  answer(200, R"({"nodes": []})");
  const auto slurm = connect();
  EXPECT_EQ(slurm->nodes().error().code, Code::kUnavailable);
  EXPECT_TRUE(slurm->nodes().has_value());
  EXPECT_EQ(targets().back(), "GET /slurm/v0.0.40/nodes");
}

TEST_F(RestTest, ChangesAreCountedWhereTheVersionDoesAndComparedElsewhere) {
  offer(42);
  answer(200, R"({"jobs": [], "last_update": {"set": true, "number": 5}})");
  answer(200, R"({"jobs": [], "last_update": {"set": false, "number": 0}})");
  const auto slurm = connect(kToken);
  const auto first = slurm->jobs({});
  EXPECT_FALSE(first->unchanged);
  const auto second = slurm->jobs(first->cursor);
  EXPECT_TRUE(second->unchanged);
  EXPECT_EQ(second->cursor.position, 5);
  EXPECT_EQ(targets().back(), "GET /slurm/v0.0.42/jobs?flags=ALL&update_time=uts5");
}

TEST_F(RestTest, AccountingIsAskedWhereItIsServed) {
  offer(42);
  answer(404, "Unable find requested URL.");
  const auto slurm = connect(kToken);
  EXPECT_EQ(slurm->remembered_jobs({3}).error().code, Code::kUnsupported);
  answer(200, R"({"jobs": [{"job_id": 3, "user": "ann", "state": {"current": ["CANCELLED"]},
                            "kill_request_user": "root"}]})");
  answer(200, R"({"jobs": [], "errors": [{"error": "Nothing found with query"}]})");
  const auto jobs = slurm->remembered_jobs({3, 4});
  ASSERT_TRUE(jobs.has_value()) << jobs.error().message;
  ASSERT_EQ(jobs->size(), 1U);
  EXPECT_EQ(jobs->front().cancelled_by, "root");
  EXPECT_EQ(targets().back(), "GET /slurmdb/v0.0.42/job/4");
  answer(200, R"({"jobs": [{"job_id": 3, "user": "ann", "comment": {"job": "mine"}}]})");
  const auto named = slurm->remembered_by_name("a b");
  ASSERT_TRUE(named.has_value()) << named.error().message;
  EXPECT_EQ(named->front().comment, "mine");
  EXPECT_EQ(targets().back(), "GET /slurmdb/v0.0.42/jobs?start_time=1970-01-02&job_name=a%20b");
  answer(500, R"({"errors": [{"error": "Unable to connect to database"}]})");
  EXPECT_EQ(slurm->remembered_jobs({3}).error().code, Code::kUnavailable);
}

TEST_F(RestTest, OnlyTheScriptIsSignalledWhereTheVersionCan) {
  const std::string running =
      R"({"jobs": [{"job_id": 3, "user_name": "ann", "job_state": "RUNNING"}]})";
  for (const int version : {38, 42}) {
    offer(version);
    answer(200, running);
    answer(200, "{}");
    EXPECT_TRUE(connect(kToken)->signal(3, SIGUSR1).has_value());
  }
  EXPECT_THAT(targets(), ElementsAre("GET /openapi/v3", "GET /slurm/v0.0.38/job/3",
                                     "DELETE /slurm/v0.0.38/job/3?signal=10", "GET /openapi/v3",
                                     "GET /slurm/v0.0.42/job/3",
                                     "DELETE /slurm/v0.0.42/job/3?signal=10&flags=BATCH_JOB"));
}

TEST_F(RestTest, AJobThatIsOverNeedsNoCancellingAndAnUnknownOneIsNotFound) {
  offer(42);
  answer(200, R"({"status": [{"error": {"code": 2021,
                  "message": "Job/step already completing or completed"}}]})");
  answer(200, R"({"errors": [{"error": "Invalid job id specified"}]})");
  const auto slurm = connect();
  EXPECT_TRUE(slurm->cancel(3).has_value());
  EXPECT_EQ(slurm->cancel(4).error().code, Code::kNotFound);
}

TEST(Rest, TheAddressIsAUrlOrAUnixSocket) {
  for (const char* url : {"http://h:6820", "https://h/behind/a/proxy/", "unix:/run/slurmrestd"}) {
    EXPECT_TRUE(make_rest({.url = url}).has_value()) << url;
  }
  for (const char* url : {"", "h:6820", "unix:relative", "ftp://h"}) {
    const auto refused = make_rest({.url = url});
    ASSERT_FALSE(refused.has_value()) << url;
    EXPECT_EQ(refused.error().code, Code::kInvalid);
    EXPECT_THAT(refused.error().message, HasSubstr("slurmrestd's address"));
  }
}

}  // namespace
}  // namespace sluice::slurm
