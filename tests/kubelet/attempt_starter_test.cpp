// SPDX-License-Identifier: Apache-2.0
#include "kubelet/attempt_starter.h"

#include "api/meta.h"
#include "json/text.h"
#include "kubelet/fact_finder.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class Starter : public KubeletWorld {
 protected:
  Result<void> begin() { return starter_.begin(pod_, record_); }
  bool has_directory(std::int64_t attempt) {
    return std::filesystem::exists(attempt_dir(pod_, attempt));
  }

  FakeClock time_;
  kubelet::AttemptFiles files_{home_.path()};
  kubelet::Doorbell doorbell_{[](const std::string&) {}};
  kubelet::FollowedJobs followed_;
  kubelet::StartGate gate_{slurm_, time_};
  runtime::EventRecorder events_{client_, time_, "test"};
  kubelet::Tokens tokens_{time_};
  kubelet::OurNodes nodes_;
  kubelet::AttemptStarter starter_{{.cluster_id = "test", .sluice_binary = "/opt/sluice"},
                                   {client_, slurm_, time_, files_, doorbell_, followed_, gate_,
                                    events_, tokens_, nodes_, nullptr}};
  client::Object pod_ = create_pod("p");
  kubelet::PodRecord record_{.attempt = {api::uid(pod_), 0}};
};

TEST_F(Starter, AnAttemptIsWrittenDownSubmittedAndItsJobNoted) {
  ASSERT_TRUE(begin().has_value());
  EXPECT_EQ(record_.attempt.number, 1);
  const auto spec = files_.read_spec(record_.attempt);
  ASSERT_TRUE(spec && *spec);
  EXPECT_EQ(files_.read_job(record_.attempt), record_.job_id);
  EXPECT_EQ(find_job(comment(pod_))->id, record_.job_id);
  EXPECT_TRUE(followed_.any_alive());
}

TEST_F(Starter, WithoutAnAnswerTheAttemptStaysBecauseItsJobMayExist) {
  slurm_.fail_next({Code::kTimeout, "no answer"});
  ASSERT_TRUE(begin().has_value());
  EXPECT_EQ(record_.attempt.number, 1);
  EXPECT_FALSE(record_.job_id.has_value());
  EXPECT_TRUE(has_directory(1));
  EXPECT_TRUE(followed_.any_alive());
}

TEST_F(Starter, ARefusedAttemptIsUndoneAndWaitsLongerEachTime) {
  slurm_.fail_next({Code::kInvalid, "Invalid account"}, 2);
  ASSERT_TRUE(begin().has_value());
  EXPECT_EQ(record_.attempt.number, 0);
  EXPECT_FALSE(has_directory(1));
  EXPECT_FALSE(followed_.any_alive());
  EXPECT_EQ(record_.waiting->reason, "FailedSubmit");
  const Duration first = record_.not_before - time_.steady();
  ASSERT_TRUE(begin().has_value());
  EXPECT_GT(record_.not_before - time_.steady(), first);
  EXPECT_EQ(slurm_.submissions(), 0);
}

TEST_F(Starter, WhatNoTimeCanMendIsTriedAgainWhenThePodHasChanged) {
  pod_["spec"]["volumes"] = *json::parse(R"([{"name":"v","emptyDir":{}}])");
  pod_["spec"]["containers"].array()[0]["volumeMounts"] =
      *json::parse(R"([{"name":"v","mountPath":"/v"}])");
  ASSERT_TRUE(begin().has_value());
  EXPECT_EQ(record_.waiting->reason, "CreateContainerConfigError");
  kubelet::JobTracker tracker(
      slurm_, time_, "test", [](const auto&, const auto&) {}, [](const auto&) {});
  kubelet::JobHistory history(slurm_, time_, "test", [](const std::string&) {});
  const kubelet::FactFinder facts(time_, files_, doorbell_, tracker, history);
  const auto until_next = [&] {
    facts.refresh(std::make_shared<const client::Object>(pod_), record_);
    return facts.attempt_facts(record_).until_next;
  };
  pod_["status"]["message"] = "ours, not a change";
  EXPECT_GT(until_next(), std::chrono::hours(1));
  pod_["metadata"]["annotations"]["where"] = "elsewhere";
  EXPECT_EQ(until_next(), Duration(0));
}

TEST_F(Starter, AnAnswerThatComesWhileAPodIsActedUponIsHeardAtTheNextLook) {
  kubelet::JobTracker tracker(
      slurm_, time_, "test", [](const auto&, const auto&) {}, [](const auto&) {});
  kubelet::JobHistory history(slurm_, time_, "test", [](const std::string&) {});
  const kubelet::FactFinder facts(time_, files_, doorbell_, tracker, history);
  const auto pod = std::make_shared<const client::Object>(pod_);
  ASSERT_TRUE(begin().has_value());
  facts.refresh(pod, record_);
  time_.advance(std::chrono::seconds(1));
  ASSERT_TRUE(tracker.ask().has_value());
  // "Slurm has answered" without the job it answered about would be "there is none to signal".
  EXPECT_EQ(facts.attempt_facts(record_).seen, kubelet::JobSeen::kNotAsked);
  facts.refresh(pod, record_);
  EXPECT_EQ(facts.attempt_facts(record_).seen, kubelet::JobSeen::kThere);
  EXPECT_TRUE(kubelet::has_live_job(record_));
}

TEST_F(Starter, AnIntentThatCannotBeWrittenIsNotSubmitted) {
  ASSERT_TRUE(make_directory(home_.path() / "pods").has_value());
  ASSERT_TRUE(
      write_file_replacing(home_.path() / "pods" / api::uid(pod_), "in the way").has_value());
  EXPECT_FALSE(begin().has_value());
  EXPECT_EQ(record_.attempt.number, 0);
  EXPECT_EQ(slurm_.submissions(), 0);
}

}  // namespace
}  // namespace sluice
