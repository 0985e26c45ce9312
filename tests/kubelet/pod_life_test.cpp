// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>

#include "api/meta.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

using pod::ContainerState;

class PodLife : public KubeletWorld {
 protected:
  PodLife() { start_kubelet(); }
};

TEST_F(PodLife, FromPendingOverRunningToSucceeded) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  EXPECT_EQ(job.name, "default/p");
  const client::Object pending = await_pod("p", [](const client::Object& object) {
    return !api::annotation(object, "sluice.dev/job-id").empty();
  });
  EXPECT_EQ(api::annotation(pending, "sluice.dev/job-id"), std::to_string(job.id));
  EXPECT_EQ(waiting_reason(pending), "InSlurmQueue");

  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  const client::Object running = await_phase("p", "Running");
  EXPECT_EQ(running.at("status", "podIP").as_string(), "10.0.0.9");

  report(pod, ContainerState::kTerminated);
  slurm_.finish(job.id, 0);
  const client::Object done = await_phase("p", "Succeeded");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(PodLife, AFailedContainerIsAFailedPodWithItsExitCode) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kTerminated, 3);
  slurm_.finish(job.id, 1);
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "containerStatuses")
                .as_array()[0]
                .at("state", "terminated", "exitCode")
                .as_int(),
            3);
}

TEST_F(PodLife, AJobCancelledBySomebodyElseFailsThePod) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  ASSERT_TRUE(slurm_.cancel(job.id).has_value());
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "Cancelled");
  EXPECT_EQ(slurm_.submissions(), 1);
}

// The answer is older than what the kubelet knows then; the next one says nothing new.
TEST_F(PodLife, AJobThatSlurmTellsOfBeforeItIsSubmittedIsShownWithItsReason) {
  await_job(comment(create_pod("other")));  // so that Slurm is asked all the time
  const auto questions = std::make_shared<std::atomic<int>>(0);
  slurm_.on_call([questions](std::string_view method) { *questions += method == "jobs" ? 1 : 0; });
  slurm_.on_submitted([this, questions](slurm::JobId) {
    const int before = *questions;
    await([&] { return *questions >= before + 2; });  // so the first of them is answered
  });
  create_pod("p", "{}", R"({"sluice.dev/flags":"--hold"})");
  await_pod("p", [&](const client::Object& object) { return waiting_reason(object) == "JobHeld"; });
}

TEST_F(PodLife, FlagsThatCannotBeUsedFailThePodWithTheReason) {
  create_pod("p", "{}", R"({"slurm.hpk.io/flags":"--array=1-3"})");
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "InvalidFlags");
  EXPECT_NE(failed.at("status", "message").as_string().find("--array=1-3"), std::string::npos);
  EXPECT_EQ(slurm_.submissions(), 0);
}

TEST_F(PodLife, ARefusedSubmissionLeavesThePodPendingWithSlurmsWords) {
  slurm_.on_call([this](std::string_view method) {
    if (method == "submit") {
      slurm_.fail_next({Code::kInvalid, "Requested node configuration is not available"});
    }
  });
  create_pod("p");
  const client::Object pending = await_pod(
      "p", [&](const client::Object& object) { return waiting_reason(object) == "FailedSubmit"; });
  EXPECT_EQ(pending.at("status", "phase").as_string(), "Pending");
  EXPECT_EQ(pending.at("status", "containerStatuses")
                .as_array()[0]
                .at("state", "waiting", "message")
                .as_string(),
            "Requested node configuration is not available");
}

TEST_F(PodLife, AVolumeTheHostRuntimeCannotMountIsSaid) {
  create_pod("p", R"({"volumes":[{"name":"v","emptyDir":{}}],"containers":[{"name":"main",
      "image":"none","command":["true"],"volumeMounts":[{"name":"v","mountPath":"/v"}]}]})");
  const client::Object pending = await_pod("p", [&](const client::Object& object) {
    return waiting_reason(object) == "CreateContainerConfigError";
  });
  EXPECT_EQ(slurm_.submissions(), 0);
}

TEST_F(PodLife, APodBoundToANodeWhoseHostPortIsTakenIsRejected) {
  const char* spec = R"({"containers":[{"name":"main","image":"none","command":["true"],
      "ports":[{"containerPort":80,"hostPort":8080}]}]})";
  create_pod("first", spec);
  await_pod("first", [](const client::Object& object) {
    return object.at("status", "startTime").is_string();
  });
  create_pod("second", spec);
  const client::Object failed = await_phase("second", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "NodePorts");
}

}  // namespace
}  // namespace sluice
