// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/forms/form.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(std::string_view text) {
  return json::parse(text).value();
}

constexpr const char* kStored =
    R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"a"},"count":2,"reason":"R",
        "firstTimestamp":"2020-01-01T00:00:00Z","lastTimestamp":"2020-01-02T00:00:00Z",
        "involvedObject":{"kind":"Pod","name":"p"},"message":"M","reportingComponent":"c",
        "source":{"component":"k"}})";
constexpr const char* kShown =
    R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"a"},"deprecatedCount":2,
        "reason":"R","deprecatedFirstTimestamp":"2020-01-01T00:00:00Z",
        "deprecatedLastTimestamp":"2020-01-02T00:00:00Z","regarding":{"kind":"Pod","name":"p"},
        "note":"M","reportingController":"c","deprecatedSource":{"component":"k"}})";

TEST(EventForm, NamesChangeBothWays) {
  const Kind& kind = *find_kind("events.k8s.io/v1", "Event");
  EXPECT_EQ(from_stored_form(kind, parsed(kStored)), parsed(kShown));
  EXPECT_EQ(to_stored_form(kind, parsed(kShown)), parsed(kStored));
}

TEST(EventForm, ATextThatOneFormAlwaysHasIsLeftOutOfTheOther) {
  const Kind& kind = *find_kind("events.k8s.io/v1", "Event");
  const json::Value shown = from_stored_form(kind, parsed(R"({"reportingComponent":""})"));
  EXPECT_EQ(shown.find("reportingController"), nullptr);
}

}  // namespace
}  // namespace sluice::api
