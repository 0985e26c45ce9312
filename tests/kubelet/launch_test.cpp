// SPDX-License-Identifier: Apache-2.0
// Jobs that end before a runner claims the pod: what the user gets to see.
#include "api/meta.h"
#include "json/text.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class Launch : public KubeletWorld {
 protected:
  // The script ran and ended before the runner could claim anything.
  void fail_launch(const client::Object& pod, std::int64_t attempt, std::string_view output) {
    const slurm::Job job = await_job(comment(pod, attempt));
    EXPECT_TRUE(write_file_replacing(attempt_dir(pod, attempt) / "_job.log", output).has_value());
    slurm_.run();
    slurm_.finish(job.id, 127);
  }
};

TEST_F(Launch, AFailedOneIsAnEventAndTheWaitingMessage) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  fail_launch(pod, 1, "sh: 2: exec: /opt/sluice: not found\n");
  const std::string job = std::to_string(find_job(comment(pod))->id);
  const std::string text = "Slurm job " + job +
                           " ended in state FAILED (exit code 127) on n1 before the pod could "
                           "start; trying again in 5 s: sh: 2: exec: /opt/sluice: not found";
  EXPECT_EQ(await_event("p", "LaunchFailed"), text);
  const client::Object waiting = await_pod(
      "p", [&](const client::Object& object) { return waiting_reason(object) == "LaunchFailed"; });
  EXPECT_EQ(waiting.at("status", "phase").as_string(), "Pending");
  EXPECT_EQ(waiting_message(waiting), text);
}

TEST_F(Launch, TheNextOneShowsWhatWentWrongBeforeItUntilItRuns) {
  const client::Object pod = create_pod("p");
  ASSERT_TRUE(make_directory(attempt_dir(pod, 1)).has_value());
  ASSERT_TRUE(pod::write_claim(attempt_dir(pod, 1),
                               {.owner = "kubelet", .message = "job 1 broke", .launch_failures = 1})
                  .has_value());
  start_kubelet();
  const slurm::Job job = await_job(comment(pod, 2));
  await_pod("p", [&](const client::Object& object) {
    return waiting_message(object).find("; earlier: job 1 broke") != std::string::npos;
  });
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod, 2)));
  report(pod, pod::ContainerState::kRunning, 0, 2);
  const client::Object running = await_phase("p", "Running");
  EXPECT_EQ(json::write(running.at("status")).find("job 1 broke"), std::string::npos);
}

TEST_F(Launch, TheLastOneFailsThePodWithItsWords) {
  const client::Object pod = create_pod("p");
  ASSERT_TRUE(make_directory(attempt_dir(pod, 5)).has_value());
  ASSERT_TRUE(pod::write_claim(attempt_dir(pod, 5), {.owner = "kubelet", .launch_failures = 5})
                  .has_value());
  start_kubelet();
  fail_launch(pod, 6, "no such file\n");
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "LaunchFailed");
  EXPECT_EQ(failed.at("status", "message").as_string(),
            "giving up after 6 attempts: Slurm job " +
                std::to_string(find_job(comment(pod, 6))->id) +
                " ended in state FAILED (exit code 127) on n1 before the pod could start: no such "
                "file");
  await_event("p", "LaunchFailed");
}

TEST_F(Launch, FieldsWithoutEffectAreNamedAndThePodRuns) {
  start_kubelet();
  const client::Object pod =
      create_pod("p", R"({"containers":[{"name":"main","image":"none","command":["true"],
      "securityContext":{"runAsUser":7}}],"hostAliases":[{"ip":"1.2.3.4","hostnames":["h"]}]})");
  EXPECT_EQ(await_event("p", "Unsupported"),
            "The pod runs without: spec.hostAliases, spec.containers[main].securityContext");
  await_job(comment(pod));
}

}  // namespace
}  // namespace sluice
