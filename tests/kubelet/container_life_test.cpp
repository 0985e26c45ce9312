// SPDX-License-Identifier: Apache-2.0
// What happens to containers on the compute node, as users of the API see it.
#include "api/meta.h"
#include "base/files.h"
#include "json/text.h"
#include "runner_world.h"

namespace sluice {
namespace {

class ContainerLife : public RunnerWorld {
 protected:
  client::Object run_pod(std::string_view spec) {
    client::Object pod = create_pod("p", spec);
    await_job(comment(pod));
    slurm_.run();
    return pod;
  }
  static bool is_ready(const client::Object& pod) { return api::has_condition(pod, "Ready"); }
};

TEST_F(ContainerLife, ReadinessFollowsItsProbe) {
  const std::string file = (home_.path() / "healthy").string();
  run_pod(R"({"containers":[{"name":"main","image":"none","command":["sleep","1000"],
      "readinessProbe":{"exec":{"command":["test","-e",")" +
          file + R"("]},"periodSeconds":1,"failureThreshold":1}}]})");
  const client::Object unready = await_phase("p", "Running");
  EXPECT_FALSE(is_ready(unready));
  EXPECT_EQ(api::condition(unready, "ContainersReady")->at("message").as_string(),
            "containers with unready status: [main]");
  EXPECT_TRUE(unready.at("status", "containerStatuses").as_array()[0].at("started").as_bool());
  ASSERT_TRUE(write_file_atomic(file, "").has_value());
  await_pod("p", is_ready);
  std::filesystem::remove(file);
  await_pod("p", [](const client::Object& pod) { return !is_ready(pod); });
  EXPECT_EQ(await_event("p", "Unhealthy"), "Readiness probe failed: ");
}

TEST_F(ContainerLife, EventsOfTheRunnerAreToldAboutTheirContainer) {
  const client::Object pod =
      run_pod(R"({"containers":[{"name":"main","image":"none","command":["sleep","1000"]}]})");
  await_phase("p", "Running");
  EXPECT_EQ(await_event("p", "Created"), "Container created");
  EXPECT_EQ(await_event("p", "Started"), "Container started");
  ASSERT_TRUE(pod::write_stop(attempt_dir(pod), 5).has_value());
  EXPECT_EQ(await_event("p", "Killing"), "Stopping container main");
  const auto events =
      client_.list(api::kinds::event(),
                   {.ns = "default", .label_selector = "", .field_selector = "reason=Started"});
  ASSERT_EQ(events->items.size(), 1u);
  EXPECT_EQ(events->items[0]->at("involvedObject", "fieldPath").as_string(),
            "spec.containers{main}");
}

TEST_F(ContainerLife, ATerminationMessageReachesTheStatus) {
  run_pod(R"({"containers":[{"name":"main","image":"none","command":["sh","-c",
      "echo the last words; exit 3"],"terminationMessagePolicy":"FallbackToLogsOnError"}]})");
  const client::Object failed = await_phase("p", "Failed");
  const json::Value& ended =
      failed.at("status", "containerStatuses").as_array()[0].at("state", "terminated");
  EXPECT_EQ(ended.at("message").as_string(), "the last words\n");
  EXPECT_EQ(ended.at("reason").as_string(), "Error");
}

TEST_F(ContainerLife, APodWithASidecarSucceedsWithItsMainContainer) {
  run_pod(R"({"initContainers":[{"name":"side","image":"none","restartPolicy":"Always",
        "command":["sleep","1000"]}],
      "containers":[{"name":"main","image":"none","command":["true"]}]})");
  const client::Object done = await_phase("p", "Succeeded");
  const json::Value& sidecar = done.at("status", "initContainerStatuses").as_array()[0];
  EXPECT_NE(sidecar.find("state", "terminated"), nullptr);
}

TEST_F(ContainerLife, AnEphemeralContainerRunsBesideTheOthers) {
  const client::Object pod =
      run_pod(R"({"containers":[{"name":"main","image":"none","command":["sleep","1000"]}]})");
  await_phase("p", "Running");
  const auto added = registry_.patch(
      api::kinds::pod(),
      {.key = {"default", "p"},
       .patch = {client::PatchType::kStrategicMerge, *json::parse(R"({"spec":{"ephemeralContainers":
          [{"name":"debug","image":"none","command":["sh","-c","exit 4"]}]}})")},
       .subresource = "ephemeralcontainers",
       .options = {}});
  ASSERT_TRUE(added.has_value()) << added.error().message;
  const client::Object debugged = await_pod("p", [](const client::Object& object) {
    const json::Array& statuses = object.at("status", "ephemeralContainerStatuses").as_array();
    return !statuses.empty() && statuses[0].find("state", "terminated") != nullptr;
  });
  const json::Value& status = debugged.at("status", "ephemeralContainerStatuses").as_array()[0];
  EXPECT_EQ(status.at("state", "terminated", "exitCode").as_int(), 4);
  EXPECT_EQ(debugged.at("status", "phase").as_string(), "Running");
  EXPECT_TRUE(is_ready(debugged));
}

TEST_F(ContainerLife, ADeadlineMayBeSetWhileThePodRuns) {
  run_pod(R"({"containers":[{"name":"main","image":"none","command":["sleep","1000"]}]})");
  await_phase("p", "Running");
  const auto patched = registry_.patch(
      api::kinds::pod(), {.key = {"default", "p"},
                          .patch = {client::PatchType::kMerge,
                                    *json::parse(R"({"spec":{"activeDeadlineSeconds":1}})")},
                          .options = {}});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ(await_phase("p", "Failed").at("status", "reason").as_string(), "DeadlineExceeded");
}

}  // namespace
}  // namespace sluice
