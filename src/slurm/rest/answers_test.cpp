// SPDX-License-Identifier: Apache-2.0
// The shapes that versions differ in. What a real slurmrestd answers: slurm_contract_cases.h.
#include "slurm/rest/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::slurm::rest {
namespace {

json::Value parsed(std::string_view text) {
  const auto value = json::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(json::Value());
}

const Owner kAnn{"ann", 1001};

constexpr std::string_view kJob38 = R"({"jobs": [
  {"job_id": 7, "user_name": "ann", "name": "a", "comment": "c\n\"q\"", "partition": "main",
   "job_state": "FAILED", "state_reason": "NonZeroExitCode", "state_description": "",
   "nodes": "n1", "exit_code": 1792, "priority": 5, "batch_flag": true,
   "submit_time": 100, "start_time": 101, "end_time": 102},
  {"job_id": 8, "user_name": "bob", "job_state": "RUNNING"}]})";

constexpr std::string_view kJob42 =
    R"({"last_update": {"set": true, "infinite": false, "number": 9},
 "jobs": [
  {"job_id": 7, "user_name": "ann", "name": "a", "comment": "c\n\"q\"", "partition": "main",
   "job_state": ["FAILED"], "state_reason": "NonZeroExitCode", "state_description": "",
   "nodes": "n1",
   "exit_code": {"status": ["ERROR"], "return_code": {"set": true, "infinite": false, "number": 7},
                 "signal": {"id": {"set": false, "infinite": false, "number": 0}, "name": ""}},
   "priority": {"set": true, "infinite": false, "number": 5}, "batch_flag": true,
   "submit_time": {"set": true, "infinite": false, "number": 100},
   "start_time": {"set": true, "infinite": false, "number": 101},
   "end_time": {"set": true, "infinite": false, "number": 102}}]})";

TEST(RestAnswers, AJobIsTheSameInTheShapesOfAllVersions) {
  for (const std::string_view text : {kJob38, kJob42}) {
    const auto jobs = read_jobs(parsed(text), kAnn);
    ASSERT_EQ(jobs.size(), 1U);
    const Job& job = jobs.front();
    EXPECT_EQ(job.id, 7U);
    EXPECT_EQ(job.comment, "c\n\"q\"");
    EXPECT_EQ(job.state, JobState::kFailed);
    EXPECT_EQ(job.reason, "NonZeroExitCode");
    EXPECT_EQ(job.exit_code, 7);
    EXPECT_EQ(job.signal, 0);
    EXPECT_FALSE(job.held);
    EXPECT_TRUE(job.batch);
    EXPECT_EQ(job.started, WallTime(std::chrono::seconds(101)));
    EXPECT_EQ(job.ended, WallTime(std::chrono::seconds(102)));
  }
}

Job only_job(std::string_view fields) {
  const auto jobs = read_jobs(
      parsed(R"({"jobs": [{"job_id": 1, "user_name": "ann", )" + std::string(fields) + "}]}"),
      kAnn);
  EXPECT_EQ(jobs.size(), 1U) << fields;
  return jobs.empty() ? Job{} : jobs.front();
}

TEST(RestAnswers, WhereNoNameIsToldTheIdTellsWhoseJobItIs) {
  const auto jobs = read_jobs(parsed(R"({"jobs": [{"job_id": 1, "user_name": null, "user_id": 1001},
      {"job_id": 2, "user_name": null, "user_id": 5}, {"job_id": 3, "user_id": "1001"}]})"),
                              kAnn);
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].id, 1U);
  EXPECT_EQ(jobs[0].user, "ann");
}

TEST(RestAnswers, AFlagIsShownBeforeTheStateItBelongsTo) {
  EXPECT_EQ(only_job(R"("job_state": ["CANCELLED", "COMPLETING"])").state, JobState::kCompleting);
  EXPECT_EQ(only_job(R"("job_state": ["RUNNING", "CONFIGURING"])").state, JobState::kConfiguring);
  EXPECT_EQ(only_job(R"("job_state": ["PENDING", "REQUEUED"])").state, JobState::kPending);
  EXPECT_EQ(only_job(R"("job_state": ["PENDING", "SOMETHING_NEW"])").state, JobState::kPending);
  EXPECT_EQ(only_job(R"("job_state": [])").state, JobState::kUnknown);
  EXPECT_EQ(only_job(R"("job_state": 3)").state, JobState::kUnknown);
}

TEST(RestAnswers, AHeldJobHasNoPriorityAndASignalIsTold) {
  EXPECT_TRUE(only_job(R"("job_state": "PENDING", "priority": 0)").held);
  EXPECT_TRUE(only_job(R"("job_state": ["PENDING"], "priority": {"set": true, "number": 0})").held);
  EXPECT_FALSE(
      only_job(R"("job_state": ["PENDING"], "priority": {"set": false, "number": 0})").held);
  EXPECT_FALSE(only_job(R"("job_state": ["PENDING"])").held);
  EXPECT_EQ(only_job(R"("job_state": "FAILED", "exit_code": 9)").signal, 9);
  EXPECT_EQ(only_job(R"("job_state": "FAILED", "exit_code": {"return_code": 0,
                        "signal": {"signal_id": 9}})")
                .signal,
            9);
  EXPECT_EQ(only_job(R"("job_state": ["PENDING"],
                        "state_description": "launch failed requeued held")")
                .reason,
            "launch_failed_requeued_held");
}

TEST(RestAnswers, AccountsOfAllShapes) {
  for (const char* text :
       {R"({"jobs": [{"job_id": 7, "user": "ann", "name": "a", "comment": {"job": "c"},
            "state": {"current": "FAILED"}, "nodes": "n1", "priority": 3,
            "exit_code": {"status": "ERROR", "return_code": 7},
            "time": {"submission": 100, "start": 101, "end": 102, "limit": 5}}]})",
        R"({"jobs": [{"job_id": 7, "user": "ann", "name": "a", "comment": {"job": "c"},
            "state": {"current": ["FAILED"]}, "nodes": "n1", "priority": {"set": true, "number": 3},
            "exit_code": {"return_code": {"set": true, "number": 7}},
            "time": {"submission": 100, "start": 101, "end": 102,
                     "limit": {"set": true, "number": 5}}}, {"job_id": 8, "user": "bob"}]})"}) {
    const auto jobs = read_remembered_jobs(parsed(text), kAnn);
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].state, JobState::kFailed);
    EXPECT_EQ(jobs[0].comment, "c");
    EXPECT_EQ(jobs[0].exit_code, 7);
    EXPECT_EQ(jobs[0].priority, 3);
    EXPECT_EQ(jobs[0].time_limit_seconds, 300);
    EXPECT_EQ(jobs[0].ended, WallTime(std::chrono::seconds(102)));
  }
  EXPECT_EQ(read_remembered_jobs(parsed(R"({"jobs": [{"job_id": 7, "user": "ann",
      "state": {"current": "FAILED"}, "exit_code": {"return_code": 0}}]})"),
                                 kAnn)[0]
                .exit_code,
            1);
  EXPECT_EQ(read_remembered_jobs(parsed(R"({"jobs": [{"job_id": 7, "user": "ann",
      "state": {"current": "FAILED"}, "time": {"start": 101, "end": 0}}]})"),
                                 kAnn)[0]
                .state,
            JobState::kCompleting);
}

TEST(RestAnswers, TheFingerprintChangesWithTheUsersJobsOnly) {
  const std::int64_t before = fingerprint_of_jobs(parsed(kJob38), kAnn);
  json::Value later = parsed(kJob38);
  json::Value& own = later.find("jobs")->array()[0];
  own["last_sched_evaluation"] = 55;
  later.find("jobs")->array()[1]["job_state"] = "FAILED";
  EXPECT_EQ(fingerprint_of_jobs(later, kAnn), before);
  own["job_state"] = "COMPLETED";
  EXPECT_NE(fingerprint_of_jobs(later, kAnn), before);
}

TEST(RestAnswers, NothingHasChangedWhenNoTimeIsTold) {
  EXPECT_EQ(read_last_update(parsed(kJob42)), 9);
  EXPECT_EQ(read_last_update(parsed(R"({"jobs": [], "last_update": {"set": false, "number": 0}})")),
            0);
  EXPECT_EQ(read_last_update(json::Value()), 0);
}

TEST(RestAnswers, NodesAndTheirFlags) {
  const auto nodes = read_nodes(parsed(R"({"nodes": [
      {"name": "n1", "state": "idle", "state_flags": ["DRAIN"], "reason": "broken",
       "partitions": ["a", "b"], "cpus": 16, "real_memory": 32000, "gres": "gpu:a100:2(S:0),nic:1"},
      {"name": "n2", "state": ["MIXED", "DYNAMIC_NORM"], "partitions": ["a"], "cpus": 4,
       "real_memory": -5},
      {"name": ""}]})"));
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].state, "IDLE+DRAIN");
  EXPECT_EQ(nodes[0].reason, "broken");
  EXPECT_THAT(nodes[0].partitions, testing::ElementsAre("a", "b"));
  EXPECT_EQ(nodes[1].state, "MIXED+DYNAMIC_NORM");
  EXPECT_EQ(nodes[1].memory_mib, 0);
  EXPECT_EQ(nodes[0].gres, (Gres{{"gpu", 2}, {"gpu:a100", 2}, {"nic", 1}}));
  EXPECT_TRUE(nodes[1].gres.empty());
}

TEST(RestAnswers, MembershipsComeFromThePartitionsWhereNodesDoNotTellThem) {
  std::vector<Node> nodes{{.name = "n1"}, {.name = "n2"}};
  add_memberships(nodes, parsed(R"({"partitions": [{"name": "a", "nodes": "n[1-2]"},
                                                   {"name": "b", "nodes": "n2,n9"}]})"));
  EXPECT_THAT(nodes[0].partitions, testing::ElementsAre("a"));
  EXPECT_THAT(nodes[1].partitions, testing::ElementsAre("a", "b"));
}

TEST(RestAnswers, PartitionsOfBothShapes) {
  const auto old = read_partitions(parsed(R"({"partitions": [
      {"name": "a", "flags": ["default"], "state": "UP", "max_time_limit": -1},
      {"name": "b", "flags": ["hidden"], "state": "DOWN", "max_time_limit": 60}]})"));
  ASSERT_EQ(old.size(), 2U);
  EXPECT_TRUE(!old[0].hidden && old[1].hidden);
  EXPECT_TRUE(old[0].is_default && old[0].up && !old[1].is_default && !old[1].up);
  EXPECT_EQ(old[0].max_time_seconds, 0);
  EXPECT_EQ(old[1].max_time_seconds, 3600);
  const auto recent = read_partitions(parsed(R"({"partitions": [
      {"name": "a", "partition": {"state": ["UP"]}, "maximums": {"time": {"infinite": true}}},
      {"name": "b", "flags": ["DEFAULT"], "partition": {"state": ["UP"]},
       "maximums": {"time": {"set": true, "number": 60}}}]})"));
  ASSERT_EQ(recent.size(), 2U);
  EXPECT_TRUE(recent[0].up && !recent[0].is_default && recent[1].is_default);
  EXPECT_EQ(recent[0].max_time_seconds, 0);
  EXPECT_EQ(recent[1].max_time_seconds, 3600);
  const auto oldest = read_partitions(
      parsed(R"({"partitions": [{"name": "only", "nodes_online": 1}, {"nodes_online": 3}]})"));
  EXPECT_TRUE(!oldest[0].up && oldest[1].up);
  EXPECT_TRUE(read_partitions(parsed(R"({"partitions": [{"name": "only"}]})"))[0].is_default);
}

TEST(RestAnswers, PingOfBothShapes) {
  const auto old = read_ping(parsed(R"({"meta": {"Slurm": {"release": "22.05.8"}},
      "pings": [{"hostname": "b", "ping": "DOWN"}, {"hostname": "a", "ping": "UP"}]})"));
  ASSERT_TRUE(old.has_value()) << old.error().message;
  EXPECT_EQ(old->control_host, "a");
  EXPECT_EQ(old->version, "22.05.8");
  EXPECT_EQ(old->name, "a");
  const auto recent =
      read_ping(parsed(R"({"meta": {"slurm": {"release": "24.11.5", "cluster": "c"}},
      "pings": [{"hostname": "a", "responding": true}]})"));
  EXPECT_EQ(recent->name, "c");
  const auto down = read_ping(parsed(R"({"pings": [{"hostname": "a", "pinged": "DOWN"}]})"));
  EXPECT_EQ(down.error().code, Code::kUnavailable);
  EXPECT_THAT(down.error().message, testing::HasSubstr("a"));
}

TEST(RestAnswers, ErrorsAreReadWhereverTheyStand) {
  EXPECT_EQ(read_errors(parsed(R"({"errors": [
      {"description": "unable to kill JobId=1: Invalid job id specified",
       "error": "Invalid job id specified"}]})")),
            "unable to kill JobId=1: Invalid job id specified");
  EXPECT_EQ(read_errors(parsed(R"({"errors": [{"error": "x"}, {"description": "y"}, {}]})")),
            "x\ny");
  EXPECT_EQ(read_errors(parsed(R"({"errors": [], "status": [
      {"job_id": "9", "error": {"string": "S", "code": 2017, "message": "Invalid job id"}},
      {"job_id": "8", "error": {"code": 0, "message": "fine"}}]})")),
            "Invalid job id");
  EXPECT_EQ(read_errors(json::Value()), "");
}

TEST(RestAnswers, OnlyAnIdIsAnId) {
  EXPECT_EQ(read_submitted(parsed(R"({"job_id": 12})")), 12U);
  EXPECT_EQ(read_submitted(parsed(R"({"result": {"job_id": 12}})")), 12U);
  EXPECT_EQ(read_submitted(parsed(R"({"job_id": 0})")), std::nullopt);
  EXPECT_EQ(read_submitted(parsed(R"({"job_id": 99999999999})")), std::nullopt);
}

}  // namespace
}  // namespace sluice::slurm::rest
