// SPDX-License-Identifier: Apache-2.0
#include "kubelet/status_writer.h"

#include "api/meta.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class StatusWriterTest : public KubeletWorld {
 protected:
  StatusWriterTest() { create_pod("p"); }

  client::Object pod() { return get(api::kinds::pod(), {"default", "p"}); }
  std::string version() { return api::resource_version(pod()); }
  std::string message() { return waiting_message(pod()); }

  Duration show() {
    const auto held_back = writer_.show(pod(), record_);
    EXPECT_TRUE(held_back.has_value()) << held_back.error().message;
    return held_back.value_or(Duration(-1));
  }
  void show_what_lasts() {
    const Duration held_back = show();
    time_.advance(held_back);
    EXPECT_EQ(show(), Duration(0));
  }
  void answer(std::string reason, std::optional<WallTime> start = std::nullopt) {
    record_.job = slurm::Job{.id = 7,
                             .state = slurm::JobState::kPending,
                             .reason = std::move(reason),
                             .expected_start = start};
  }

  FakeClock time_;
  runtime::EventRecorder events_{client_, time_, "test"};
  kubelet::StatusWriter writer_{client_, time_, events_};
  kubelet::PodRecord record_{.attempt = {"u", 1}, .job_id = 7};
};

TEST_F(StatusWriterTest, NothingNewIsNotWritten) {
  answer("Priority");
  EXPECT_EQ(show(), Duration(0));
  EXPECT_EQ(api::annotation(pod(), "sluice.dev/job-id"), "7");
  const std::string before = version();
  EXPECT_EQ(show(), Duration(0));
  EXPECT_EQ(version(), before);
}

TEST_F(StatusWriterTest, SlurmsReasonsAreShownWhenTheyLast) {
  answer("Priority");
  show();
  answer("Resources");
  const Duration held_back = show();
  EXPECT_GT(held_back, Duration(0));
  EXPECT_EQ(message(), "Slurm job 7 is PENDING (Priority)");
  time_.advance(held_back);
  EXPECT_EQ(show(), Duration(0));
  EXPECT_EQ(message(), "Slurm job 7 is PENDING (Resources)");
}

TEST_F(StatusWriterTest, AReasonThatComesAndGoesCostsNoWrite) {
  answer("Priority");
  show();
  const std::string before = version();
  answer("Resources");
  time_.advance(std::chrono::minutes(1));
  show();
  answer("Priority");
  EXPECT_EQ(show(), Duration(0));
  EXPECT_EQ(version(), before);
}

TEST_F(StatusWriterTest, AnExpectedStartThatComesLaterIsShownAndItsJitterIsNot) {
  answer("Resources");
  show();
  const WallTime start{std::chrono::hours(24 * 365 * 60)};
  answer("Resources", start);
  show_what_lasts();
  EXPECT_NE(message().find(", expected start "), std::string::npos);
  const std::string before = version();
  answer("Resources", start + std::chrono::seconds(5));
  show_what_lasts();
  EXPECT_EQ(version(), before);
  answer("Resources", start + std::chrono::minutes(5));
  show_what_lasts();
  EXPECT_NE(version(), before);
}

TEST_F(StatusWriterTest, APodThatIsGoneIsFine) {
  const client::Object last = pod();
  ASSERT_TRUE(
      client_.remove(api::kinds::pod(), {"default", "p"}, {.grace_period_seconds = 0}).has_value());
  answer("Priority");
  EXPECT_TRUE(writer_.show(last, record_).has_value());
  EXPECT_EQ(record_.written, nullptr);
}

TEST(NewestPod, OurOwnWriteCountsUntilTheInformerHasCaughtUp) {
  const auto pod = [](const char* uid, const char* version) {
    json::Value object;
    object["metadata"]["uid"] = uid;
    object["metadata"]["resourceVersion"] = version;
    return std::make_shared<const client::Object>(std::move(object));
  };
  const client::ObjectPtr seen = pod("u", "9");
  const client::ObjectPtr newer = pod("u", "10");
  const client::ObjectPtr other = pod("v", "11");
  EXPECT_EQ(kubelet::newest_pod(seen, newer), newer);
  EXPECT_EQ(kubelet::newest_pod(newer, seen), newer);
  EXPECT_EQ(kubelet::newest_pod(seen, other), seen);
  EXPECT_EQ(kubelet::newest_pod(seen, nullptr), seen);
}

}  // namespace
}  // namespace sluice
