// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_logs.h"

#include "api/meta.h"
#include "kubelet_world.h"
#include "pod/cri_log.h"

namespace sluice {
namespace {

using pod::ContainerState;

class Logs : public KubeletWorld {
 protected:
  Logs() { start_kubelet(); }

  client::Object create_running(const std::string& name) {
    const client::Object pod = create_pod(name);
    await_job(comment(pod));
    slurm_.run();
    EXPECT_TRUE(claim(attempt_dir(pod)));
    EXPECT_TRUE(write_file_replacing(pod::log_path(attempt_dir(pod), "main"),
                                     "2030-01-01T00:00:00.000000000Z stdout F hello\n")
                    .has_value());
    report(pod, ContainerState::kRunning);
    await_phase(name, "Running");
    return pod;
  }
  Result<std::unique_ptr<Stream>> open(const std::string& name,
                                       const client::LogQuery& options = {}) {
    return kubelet_->logs().open({"default", name}, options);
  }
};

TEST_F(Logs, OutputIsReadAndAFollowedStreamStaysOpenUntilTheContainerEnds) {
  const client::Object pod = create_running("p");
  const auto stream = open("p", {.follow = true});
  ASSERT_TRUE(stream.has_value()) << stream.error().message;
  std::string chunk;
  ASSERT_EQ((*stream)->poll(chunk), Stream::State::kData);
  EXPECT_EQ(chunk, "hello\n");
  EXPECT_EQ((*stream)->poll(chunk), Stream::State::kPending);
  report(pod, ContainerState::kTerminated);
  await([&] { return (*stream)->poll(chunk) == Stream::State::kEnd; });
}

TEST_F(Logs, AFollowedStreamEndsWhenThePodIsGone) {
  const client::Object pod = create_running("p");
  const auto stream = open("p", {.follow = true});
  ASSERT_TRUE(stream.has_value());
  std::string chunk;
  ASSERT_EQ((*stream)->poll(chunk), Stream::State::kData);
  ASSERT_TRUE(
      client_.remove(api::kinds::pod(), {"default", "p"}, {.grace_period_seconds = 0}).has_value());
  await([&] { return (*stream)->poll(chunk) == Stream::State::kEnd; });
}

TEST_F(Logs, EveryRankOfAParallelContainerHasItsOwn) {
  const client::Object pod = create_running("p");
  ASSERT_TRUE(write_file_replacing(pod::log_path(attempt_dir(pod), "main.rank-3"),
                                   "2030-01-01T00:00:00.000000000Z stdout F third\n")
                  .has_value());
  const auto stream = open("p", {.rank = 3});
  ASSERT_TRUE(stream.has_value()) << stream.error().message;
  std::string chunk;
  ASSERT_EQ((*stream)->poll(chunk), Stream::State::kData);
  EXPECT_EQ(chunk, "third\n");
  EXPECT_EQ(open("p", {.rank = 4}).error().message,
            "container \"main\" in pod \"p\" has no log of rank 4");
}

TEST_F(Logs, WhatIsNotThereIsSaid) {
  EXPECT_EQ(open("none").error().code, Code::kNotFound);
  const client::Object pod = create_pod("p");
  await_job(comment(pod));
  await_pod("p",
            [&](const client::Object& object) { return waiting_reason(object) == "InSlurmQueue"; });
  const auto early = open("p");
  ASSERT_FALSE(early.has_value());
  EXPECT_EQ(early.error().code, Code::kBadRequest);
  EXPECT_EQ(early.error().message,
            "container \"main\" in pod \"p\" is waiting to start: InSlurmQueue");
  EXPECT_EQ(open("p", {.previous = true}).error().code, Code::kBadRequest);
  EXPECT_EQ(open("p", {.container = "other"}).error().code, Code::kBadRequest);
}

}  // namespace
}  // namespace sluice
