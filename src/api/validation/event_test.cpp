// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

constexpr const char* kNew = R"({"eventTime":"2020-01-01T00:00:00.000000Z","type":"Normal",
    "regarding":{"kind":"Pod","name":"p","namespace":"n"},"reason":"R","action":"A",
    "reportingController":"k.io/c","reportingInstance":"i"})";

TEST(EventRules, OldEventsLiveBesideWhatTheyAreAbout) {
  EXPECT_EQ(faults("v1", "Event", R"({"involvedObject":{"namespace":"other"}})"),
            "involvedObject.namespace: Invalid value: \"other\": does not match event.namespace");
  EXPECT_EQ(faults("v1", "Event", R"({"involvedObject":{"namespace":"n"}})"), "");
}

TEST(EventRules, EventsWithATimeSayWhoDidWhat) {
  EXPECT_EQ(faults("v1", "Event",
                   R"({"involvedObject":{"namespace":"n"},"reportingComponent":"c",)"
                   R"("eventTime":"2020-01-01T00:00:00.000000Z"})"),
            "[reportingInstance: Required value, action: Required value, reason: Required value]");
}

TEST(EventRules, NewEventsAreStricterAndSpeakOfWhatIsStored) {
  EXPECT_EQ(faults("events.k8s.io/v1", "Event", kNew), "");
  EXPECT_EQ(faults("events.k8s.io/v1", "Event",
                   R"({"regarding":{"namespace":"other"},"deprecatedCount":3,"type":"Foo",)"
                   R"("deprecatedSource":{"component":"x"}})"),
            "[involvedObject.namespace: Invalid value: \"other\": does not match event.namespace, "
            "eventTime: Required value, type: Invalid value: \"\": has invalid value: Foo, "
            "count: Invalid value: \"\": needs to be unset, "
            "source: Invalid value: \"\": needs to be unset]");
}

TEST(EventRules, NewEventsChangeTheirSeriesOnly) {
  json::Value next = json::parse(kNew).value();
  next["series"] = json::Object{{"count", 1}};
  next["note"] = "other";
  EXPECT_EQ(faults("events.k8s.io/v1", "Event", json::write(next).c_str(), kNew),
            "[series.count: Invalid value: \"\": should be at least 2, "
            "series.lastObservedTime: Required value, "
            "message: Invalid value: \"other\": field is immutable]");
}

}  // namespace
}  // namespace sluice::api
