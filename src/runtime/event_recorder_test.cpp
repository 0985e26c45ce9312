// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

client::Object about(const std::string& name) {
  return json::Object{
      {"apiVersion", "batch/v1"},
      {"kind", "Job"},
      {"metadata", json::Object{{"namespace", "ns"}, {"name", name}, {"uid", "u-" + name}}}};
}

class EventRecorderTest : public testing::Test {
 protected:
  // Lets everything recorded be written and returns it.
  std::vector<client::ObjectPtr> written() {
    recorder_.request_stop();
    recorder_.await_stopped(SteadyTime::max());
    return client_.list(api::kinds::event(), {})->items;
  }

  FakeClock clock_;
  MiniatureClient client_;
  EventRecorder recorder_{client_, clock_, "job-controller"};
};

TEST_F(EventRecorderTest, WritesWhoSaidWhatAboutWhom) {
  recorder_.record(about("a"), {.reason = "SuccessfulCreate", .message = "Created pod: x"});
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 1U);
  const client::Object& event = *events[0];
  EXPECT_EQ(api::ns(event), "ns");
  EXPECT_EQ(api::name(event).substr(0, 2), "a.");
  EXPECT_EQ(event.at("involvedObject", "kind").as_string(), "Job");
  EXPECT_EQ(event.at("involvedObject", "uid").as_string(), "u-a");
  EXPECT_EQ(event.at("type").as_string(), "Normal");
  EXPECT_EQ(event.at("reason").as_string(), "SuccessfulCreate");
  EXPECT_EQ(event.at("message").as_string(), "Created pod: x");
  EXPECT_EQ(event.at("source", "component").as_string(), "job-controller");
  EXPECT_EQ(event.at("lastTimestamp").as_string(), "2030-01-01T00:00:00Z");
}

TEST_F(EventRecorderTest, TheSameNoteAgainRaisesTheCount) {
  for (int i = 0; i < 3; ++i) {
    recorder_.record(about("a"), {.type = "Warning", .reason = "Bad", .message = "again"});
    clock_.advance(std::chrono::seconds(1));
  }
  recorder_.record(about("a"), {.type = "Warning", .reason = "Bad", .message = "other"});
  recorder_.record(about("b"), {.type = "Warning", .reason = "Bad", .message = "again"});
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 3U);
  int counted = 0;
  for (const auto& event : events) {
    if (event->at("count").as_int() == 3) {
      ++counted;
      EXPECT_EQ(event->at("firstTimestamp").as_string(), "2030-01-01T00:00:00Z");
      EXPECT_EQ(event->at("lastTimestamp").as_string(), "2030-01-01T00:00:02Z");
    }
  }
  EXPECT_EQ(counted, 1);
}

TEST_F(EventRecorderTest, ManyNotesOfOneKindBecomeOneEvent) {
  for (int i = 0; i < 20; ++i) {
    recorder_.record(
        about("a"), {.reason = "SuccessfulCreate", .message = "Created pod: " + std::to_string(i)});
  }
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 10U);
  const auto combined = std::find_if(events.begin(), events.end(), [](const auto& event) {
    return event->at("count").as_int() > 1;
  });
  ASSERT_NE(combined, events.end());
  EXPECT_EQ((*combined)->at("count").as_int(), 11);
  EXPECT_EQ((*combined)->at("message").as_string(),
            "(combined from similar events): Created pod: 19");
}

TEST_F(EventRecorderTest, NotesAboutDifferentPartsAreDifferentEvents) {
  recorder_.record(about("a"), {.reason = "R", .message = "m", .field_path = "spec.x{one}"});
  recorder_.record(about("a"), {.reason = "R", .message = "m", .field_path = "spec.x{two}"});
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0]->at("count").as_int(), 1);
  EXPECT_TRUE(events[0]->at("involvedObject", "fieldPath").as_string().starts_with("spec.x{"));
}

TEST_F(EventRecorderTest, LongMessageIsCutBetweenCharacters) {
  recorder_.record(about("a"), {.reason = "Long", .message = std::string(1023, 'x') + "äää"});
  ASSERT_TRUE(recorder_.start());
  EXPECT_EQ(written().at(0)->at("message").as_string(), std::string(1023, 'x'));
}

TEST_F(EventRecorderTest, FailureToWriteIsNotTheCallersProblem) {
  client_.fail_next(1, Code::kUnavailable);
  recorder_.record(about("a"), {.reason = "Lost", .message = "m"});
  recorder_.record(about("a"), {.reason = "Kept", .message = "m"});
  ASSERT_TRUE(recorder_.start());
  const auto events = written();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0]->at("reason").as_string(), "Kept");
}

TEST_F(EventRecorderTest, ClusterScopedObjectsHaveTheirEventsInDefault) {
  client::Object node = about("n");
  node["metadata"].erase("namespace");
  recorder_.record(node, {.reason = "Ready", .message = "m"});
  ASSERT_TRUE(recorder_.start());
  EXPECT_EQ(api::ns(*written().at(0)), "default");
}

}  // namespace
}  // namespace sluice::runtime
