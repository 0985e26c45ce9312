// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/selector.h"
#include "json/text.h"

namespace sluice::api {
namespace {

bool matches(const Kind& kind, std::string_view selector, const char* object) {
  const auto parsed = FieldSelector::parse(kind, selector);
  EXPECT_TRUE(parsed.has_value()) << selector;
  return parsed && parsed->matches(json::parse(object).value());
}

TEST(FieldSelector, ComparesScalars) {
  const char* pod = R"({"metadata":{"name":"a","namespace":"n"},
    "spec":{"nodeName":"x","hostNetwork":true},"status":{"phase":"Running"}})";
  const Kind& kind = kinds::pod();
  EXPECT_TRUE(matches(kind, "metadata.name=a,metadata.namespace==n", pod));
  EXPECT_TRUE(matches(kind, "spec.nodeName=x,status.phase!=Failed", pod));
  EXPECT_TRUE(matches(kind, "spec.hostNetwork=true", pod));
  EXPECT_FALSE(matches(kind, "status.phase!=Running", pod));
  EXPECT_TRUE(matches(kind, "spec.nodeName=,spec.hostNetwork=false", "{}"));
  EXPECT_FALSE(matches(kind, "spec.nodeName!=", "{}"));
  EXPECT_TRUE(matches(kind, "", pod));
}

TEST(FieldSelector, AMissingFieldIsTheZeroOfItsType) {
  EXPECT_FALSE(matches(kinds::pod(), "spec.nodeName=false", "{}"));
  EXPECT_FALSE(matches(kinds::pod(), "spec.nodeName=0", "{}"));
  EXPECT_FALSE(matches(kinds::pod(), "spec.hostNetwork=", "{}"));
  EXPECT_FALSE(matches(kinds::pod(), "spec.hostNetwork=0", "{}"));
  EXPECT_TRUE(matches(kinds::node(), "spec.unschedulable=false", "{}"));
  EXPECT_FALSE(matches(kinds::node(), "spec.unschedulable=", "{}"));
  EXPECT_FALSE(matches(kinds::job(), "status.successful=", "{}"));
  EXPECT_TRUE(matches(kinds::job(), "status.successful=0", "{}"));
}

TEST(FieldSelector, ReadsEscapedValues) {
  EXPECT_TRUE(matches(kinds::event(), "reason=a\\,b\\=c", R"({"reason":"a,b=c"})"));
}

TEST(FieldSelector, TheSourceOfAnEventIsWhoReportedIt) {
  EXPECT_TRUE(matches(kinds::event(), "source=a", R"({"source":{"component":"a"}})"));
  EXPECT_TRUE(matches(kinds::event(), "source=b", R"({"source":{},"reportingComponent":"b"})"));
  EXPECT_FALSE(matches(kinds::event(), "source=b",
                       R"({"source":{"component":"a"},"reportingComponent":"b"})"));
}

TEST(FieldSelector, JobsAreSelectedByHowManyOfTheirPodsSucceeded) {
  constexpr const char* kSuccessful = R"({"status":{"succeeded":1}})";
  EXPECT_TRUE(matches(kinds::job(), "status.successful=1", kSuccessful));
  EXPECT_FALSE(matches(kinds::job(), "status.successful=0", kSuccessful));
  EXPECT_TRUE(matches(kinds::job(), "status.successful!=0", kSuccessful));
  EXPECT_TRUE(matches(kinds::job(), "status.successful=0", R"({"status":{"failed":1}})"));
  EXPECT_FALSE(FieldSelector::parse(kinds::job(), "status.succeeded=1"));
}

TEST(FieldSelector, RefusesFieldsThatAreNotSelectable) {
  const auto result = FieldSelector::parse(kinds::pod(), "spec.foo=x");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kBadRequest);
  EXPECT_EQ(result.error().message, "field label not supported: spec.foo");
  EXPECT_FALSE(FieldSelector::parse(kinds::node(), "metadata.namespace=x").has_value());
  EXPECT_FALSE(FieldSelector::parse(kinds::pod(), "status.phase").has_value());
}

}  // namespace
}  // namespace sluice::api
