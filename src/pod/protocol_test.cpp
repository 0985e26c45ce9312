// SPDX-License-Identifier: Apache-2.0
#include "pod/protocol.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "base/files.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

PodSpec example() {
  return PodSpec{.ns = "default",
                 .name = "web",
                 .attempt = {"uid-1", 2},
                 .restart_policy = "OnFailure",
                 .grace_period_seconds = 5,
                 .active_deadline_seconds = 60,
                 .init_containers = {{.name = "prepare", .argv = {"true"}}},
                 .containers = {{.name = "main",
                                 .image = "debian",
                                 .argv = {"sh", "-c", "echo 'a b'"},
                                 .environment = {{"A", "1"}, {"B", ""}},
                                 .working_directory = "/tmp"}},
                 .report_host = "127.0.0.1",
                 .report_port = 8443};
}

TEST(PodSpec, SurvivesTheWayThroughJson) {
  const PodSpec spec = example();
  const auto back = pod_spec_from_json(*json::parse(json::write(to_json(spec))));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(to_json(*back), to_json(spec));
  EXPECT_EQ(back->containers[0].argv[2], "echo 'a b'");
  EXPECT_EQ(back->attempt, spec.attempt);
}

TEST(PodSpec, WithoutIdentityOrContainersIsRefused) {
  EXPECT_FALSE(pod_spec_from_json(json::Object{}).has_value());
  json::Value empty = to_json(example());
  empty["containers"] = json::Array{};
  const auto refused = pod_spec_from_json(empty);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("containers"), std::string::npos);
}

TEST(AttemptDirectory, HasUidAndNumber) {
  EXPECT_EQ(attempt_directory("/home/a", {"u", 3}), std::filesystem::path("/home/a/pods/u/3"));
}

TEST(Claim, OnlyTheFirstOfManyWins) {
  const TemporaryDirectory scratch;
  std::atomic<int> winners = 0;
  {
    std::vector<std::jthread> racers;
    for (int i = 0; i < 8; ++i) {
      racers.emplace_back([&, i] {
        const auto won = write_claim(scratch.path(), {.owner = "runner", .host = "h", .pid = i});
        winners += won.has_value() ? 1 : 0;
        EXPECT_TRUE(won.has_value() || won.error().code == Code::kAlreadyExists);
      });
    }
  }
  EXPECT_EQ(winners, 1);
}

TEST(Claim, IsReadBackAndAbsentBefore) {
  const TemporaryDirectory scratch;
  EXPECT_EQ(read_claim(scratch.path())->has_value(), false);
  ASSERT_TRUE(
      write_claim(scratch.path(), {"kubelet", "login", 7, 12, 0, "Cancelled", "why", 3, true})
          .has_value());
  const auto claim = read_claim(scratch.path());
  ASSERT_TRUE(claim.has_value() && claim->has_value());
  EXPECT_EQ((*claim)->owner, "kubelet");
  EXPECT_EQ((*claim)->job_id, 12u);
  EXPECT_EQ((*claim)->reason, "Cancelled");
  EXPECT_EQ((*claim)->message, "why");
  EXPECT_EQ((*claim)->launch_failures, 3);
}

TEST(Claim, CannotBeMadeInADirectoryThatIsGone) {
  const auto won = write_claim("/no/such/attempt", {.owner = "runner"});
  ASSERT_FALSE(won.has_value());
  EXPECT_NE(won.error().code, Code::kAlreadyExists);
}

TEST(Changes, AreReadBackAndNoneBefore) {
  const TemporaryDirectory scratch;
  EXPECT_TRUE(read_changes(scratch.path())->ephemeral_containers.empty());
  EXPECT_EQ(read_changes(scratch.path())->active_deadline_seconds, 0);
  ContainerSpec debug{.name = "debug", .argv = {"sh"}};
  debug.lifecycle.termination_message_path = "/dev/termination-log";
  ASSERT_TRUE(
      write_changes(scratch.path(), {.ephemeral_containers = {debug}, .active_deadline_seconds = 7})
          .has_value());
  const auto back = read_changes(scratch.path());
  ASSERT_EQ(back->ephemeral_containers.size(), 1u);
  const ContainerSpec& read = back->ephemeral_containers.front();
  EXPECT_EQ(read.name, "debug");
  EXPECT_EQ(read.lifecycle.termination_message_path, "/dev/termination-log");
  EXPECT_EQ(back->active_deadline_seconds, 7);
}

TEST(Stop, CarriesTheGracePeriod) {
  const TemporaryDirectory scratch;
  EXPECT_EQ(read_stop(scratch.path())->has_value(), false);
  ASSERT_TRUE(write_stop(scratch.path(), 3).has_value());
  EXPECT_EQ(**read_stop(scratch.path()), 3);
}

}  // namespace
}  // namespace sluice::pod
