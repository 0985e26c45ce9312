// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/selector.h"
#include "json/text.h"

namespace sluice::api {
namespace {

bool matches(std::string_view selector, const char* labels) {
  const auto parsed = LabelSelector::parse(selector);
  EXPECT_TRUE(parsed.has_value()) << selector << ": " << parsed.error().message;
  return parsed && parsed->matches_labels(json::parse(labels).value());
}

TEST(LabelSelector, MatchesEveryForm) {
  const char* labels = R"({"app":"web","tier":"a","count":"5","example.com/x":""})";
  for (const char* selector :
       {"", "app", "app=web", "app==web", "app != db", "!old", "tier in (a, b)", "tier notin (c)",
        "count>4", "count<6", "app=web,tier in (a),!old", "example.com/x=", "missing!=x",
        "missing notin (a)", "example.com/x in (,y)", " app = web , tier "}) {
    EXPECT_TRUE(matches(selector, labels)) << selector;
  }
  for (const char* selector : {"old", "app=db", "app!=web", "!app", "tier in (b)", "tier notin (a)",
                               "count>5", "app>1", "app=web,old", "missing=x"}) {
    EXPECT_FALSE(matches(selector, labels)) << selector;
  }
}

TEST(LabelSelector, RefusesNonsense) {
  for (const char* selector : {"app=web,", "in (a)", "app in a", "app in (a", "=x", "app=-x-",
                               "a b", "app=web)", "count>x", "-a=b", ",", "a=b c"}) {
    const auto parsed = LabelSelector::parse(selector);
    ASSERT_FALSE(parsed.has_value()) << selector;
    EXPECT_EQ(parsed.error().code, Code::kBadRequest);
  }
}

TEST(LabelSelector, ReadsSelectorObjects) {
  const auto selector = LabelSelector::from_object(json::parse(R"({"matchLabels":{"a":"1"},
    "matchExpressions":[{"key":"b","operator":"In","values":["x","y"]},
                        {"key":"c","operator":"DoesNotExist"}]})")
                                                       .value());
  ASSERT_TRUE(selector.has_value());
  EXPECT_TRUE(
      selector->matches(json::parse(R"({"metadata":{"labels":{"a":"1","b":"y"}}})").value()));
  EXPECT_FALSE(selector->matches(
      json::parse(R"({"metadata":{"labels":{"a":"1","b":"y","c":""}}})").value()));
  EXPECT_TRUE(LabelSelector::from_object(json::Value())->empty());
  EXPECT_FALSE(LabelSelector::from_object(
                   json::parse(R"({"matchExpressions":[{"key":"b","operator":"In"}]})").value())
                   .has_value());
  EXPECT_FALSE(LabelSelector::from_object(
                   json::parse(R"({"matchExpressions":[{"key":"b","operator":"Near"}]})").value())
                   .has_value());
}

}  // namespace
}  // namespace sluice::api
