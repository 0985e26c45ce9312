// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/pod_images.h"

#include <gtest/gtest.h>

#include <condition_variable>

#include "json/text.h"
#include "kubelet/images/image_pruner.h"
#include "kubelet/images/pull_policy.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

// A store whose registry answers when the test says so.
class SlowStore final : public images::ImageStore {
 public:
  Result<std::optional<images::Image>> find(const std::string& reference) override {
    if (reference.find(' ') != std::string::npos) {
      return fail(Code::kInvalid, "invalid reference format");
    }
    const std::scoped_lock lock(mutex_);
    return here_.contains(reference) ? std::optional(image(reference)) : std::nullopt;
  }
  Result<images::Image> pull(const images::PullRequest& request) override {
    std::unique_lock lock(mutex_);
    ++pulls;
    changed_.notify_all();
    changed_.wait(lock, [&] { return answer_.has_value() || request.stop.stop_requested(); });
    request.progress({1, 4, 30, 120});
    if (!answer_ || !answer_->empty()) {
      return fail(Code::kUnavailable, answer_ ? *answer_ : "stopped");
    }
    here_.insert(request.reference);
    return image(request.reference);
  }
  Result<std::vector<images::NamedImage>> import(const images::ImportRequest&) override {
    return std::vector<images::NamedImage>();
  }
  Result<std::vector<images::NamedImage>> list() override {
    return std::vector<images::NamedImage>();
  }
  Result<images::PruneReport> prune(const images::PrunePolicy& policy) override {
    pruned_by = policy;
    return images::PruneReport();
  }

  void answer(std::string error) {  // empty: it works
    const std::scoped_lock lock(mutex_);
    answer_ = std::move(error);
    changed_.notify_all();
  }
  void await_pull() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pulls > 0; });
  }
  int pulls = 0;
  images::PrunePolicy pruned_by;

 private:
  static images::Image image(const std::string& reference) { return {.id = "id of " + reference}; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::string> answer_;
  std::set<std::string> here_;
};

using kubelet::PodImages;

class PodImagesTest : public KubeletWorld {
 protected:
  static json::Value pod(const std::string& image, const std::string& policy) {
    return json::Object{
        {"metadata", json::Object{{"name", "p"}, {"namespace", "default"}, {"uid", "u"}}},
        {"spec",
         json::Object{
             {"containers", json::Array{json::Object{
                                {"name", "c"}, {"image", image}, {"imagePullPolicy", policy}}}}}}};
  }
  PodImages::Answer ask(const json::Value& of) { return images_.ask(of, {}); }
  void await_wake() {
    std::unique_lock lock(mutex_);
    woken_.wait(lock, [&] { return wakes_ > 0; });
    --wakes_;
  }

  FakeClock time_;
  SlowStore store_;
  runtime::EventRecorder events_{client_, time_, "kubelet"};
  std::mutex mutex_;
  std::condition_variable woken_;
  int wakes_ = 0;
  PodImages images_{{store_, time_, events_, [this](const std::string&) {
                       const std::scoped_lock lock(mutex_);
                       ++wakes_;
                       woken_.notify_all();
                     }}};
};

TEST_F(PodImagesTest, APullIsWaitedForWithoutWaiting) {
  const json::Value one = pod("busybox", "IfNotPresent");
  const auto first = ask(one);
  ASSERT_TRUE(first.not_yet.has_value());
  EXPECT_EQ(first.not_yet->waiting.reason, "ContainerCreating");
  EXPECT_EQ(first.not_yet->waiting.container, "c");
  EXPECT_TRUE(ask(one).not_yet.has_value());
  store_.answer("");
  await_wake();
  const auto then = ask(one);
  EXPECT_FALSE(then.not_yet.has_value());
  EXPECT_EQ(then.images.at("busybox").id, "id of busybox");
  EXPECT_EQ(store_.pulls, 1);
}

TEST_F(PodImagesTest, ALongPullTellsHowFarItIs) {
  ASSERT_TRUE(events_.start());
  ask(pod("busybox", "IfNotPresent"));
  store_.await_pull();
  time_.advance(std::chrono::seconds(10));
  store_.answer("");
  await_wake();
  await([&] {
    const auto all = client_.list(api::kinds::event(), {.ns = "default"});
    return all && std::any_of(all->items.begin(), all->items.end(), [](const auto& event) {
             return event->at("message").as_string() ==
                    "Pulling image \"busybox\": 25% of 120 bytes, 1 of 4 layers";
           });
  });
}

TEST_F(PodImagesTest, AFailureIsTriedAgainLaterAndLater) {
  const json::Value one = pod("busybox", "IfNotPresent");
  store_.answer("no route to registry");
  ask(one);
  await_wake();
  const auto failed = ask(one);
  EXPECT_EQ(failed.not_yet->waiting.reason, "ErrImagePull");
  EXPECT_EQ(failed.not_yet->waiting.message, "no route to registry");
  time_.advance(failed.not_yet->again);
  const auto waits = ask(one);
  EXPECT_EQ(waits.not_yet->waiting.reason, "ImagePullBackOff");
  EXPECT_NE(waits.not_yet->waiting.message.find("no route to registry"), std::string::npos);
  EXPECT_EQ(failed.not_yet->again + waits.not_yet->again, std::chrono::seconds(10));
  time_.advance(waits.not_yet->again);
  EXPECT_EQ(ask(one).not_yet->waiting.reason, "ErrImagePull");
  await_wake();
  const Duration shown = ask(one).not_yet->again;
  time_.advance(shown);
  EXPECT_EQ(shown + ask(one).not_yet->again, std::chrono::seconds(20));
}

TEST_F(PodImagesTest, WhoNeverPullsIsToldSo) {
  const auto answer = ask(pod("busybox", "Never"));
  EXPECT_EQ(answer.not_yet->waiting.reason, "ErrImageNeverPull");
  EXPECT_EQ(store_.pulls, 0);
}

TEST_F(PodImagesTest, WhatIsNoNameIsToldSo) {
  EXPECT_EQ(ask(pod("bad name", "IfNotPresent")).not_yet->waiting.reason, "InvalidImageName");
}

TEST_F(PodImagesTest, AlwaysAsksTheRegistryOncePerPod) {
  store_.answer("");
  ask(pod("busybox", "Always"));
  await_wake();
  EXPECT_FALSE(ask(pod("busybox", "Always")).not_yet.has_value());
  EXPECT_EQ(store_.pulls, 1);
  images_.forget("u");
  EXPECT_TRUE(ask(pod("busybox", "Always")).not_yet.has_value());
  await_wake();
  EXPECT_EQ(store_.pulls, 2);
}

TEST_F(PodImagesTest, WhatPodsHaveOrWaitForIsNotPruned) {
  store_.answer("");
  ask(pod("busybox", "IfNotPresent"));
  await_wake();
  const std::string running(64, 'a');
  ASSERT_TRUE(make_directory(home_.path() / "pods/u2/1").has_value());
  ASSERT_TRUE(
      write_file_atomic(home_.path() / "pods/u2/1/spec.json", "/images/sha256-" + running + "/root")
          .has_value());
  images::PrunePolicy policy;
  policy.max_bytes = 1;
  kubelet::ImagePruner pruner(
      {&store_, time_, {home_.path() / "pods"}, [this] { return images_.held(); }}, policy,
      std::chrono::hours(1));
  ASSERT_TRUE(pruner.prune().has_value());
  EXPECT_EQ(store_.pruned_by.max_bytes, 1);
  EXPECT_EQ(store_.pruned_by.in_use, (std::set<std::string>{"id of busybox", "sha256:" + running}));
}

class PullSecrets : public KubeletWorld {};

TEST_F(PullSecrets, SayWhoThePodIsAtARegistry) {
  const auto created = client_.create(api::kinds::secret(), *json::parse(R"({"apiVersion":"v1",
      "kind":"Secret","metadata":{"name":"hub","namespace":"default"},
      "type":"kubernetes.io/dockerconfigjson","stringData":{".dockerconfigjson":
      "{\"auths\":{\"registry.test:5000\":{\"username\":\"me\",\"password\":\"sesame\"}}}"}})"));
  ASSERT_TRUE(created.has_value()) << created.error().message;
  const json::Value pod = *json::parse(R"({"metadata":{"name":"p","namespace":"default"},
      "spec":{"imagePullSecrets":[{"name":"hub"},{"name":"absent"}]}})");
  kubelet::PodObjects objects(client_, pod);
  std::string problem;
  const auto credentials = kubelet::pull_credentials(objects, problem);
  ASSERT_TRUE(credentials.has_value()) << credentials.error().message;
  EXPECT_EQ(credentials->matching("registry.test:5000/team/app"),
            (std::vector<images::Login>{{"me", "sesame"}}));
  EXPECT_TRUE(credentials->matching("elsewhere.test/app").empty());
  EXPECT_EQ(problem, "image pull secret \"absent\": there is none");  // and the pull goes on
}

}  // namespace
}  // namespace sluice
