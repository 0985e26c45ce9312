// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/leftovers.h"

#include <gtest/gtest.h>

#include "api/meta.h"

namespace sluice::controllers::namespaces {
namespace {

std::string told(const json::Value& status) {
  std::string text;
  for (const json::Value& condition : status.at("conditions").as_array()) {
    text += condition.at("type").as_string() + " " + condition.at("status").as_string() + " " +
            condition.at("reason").as_string() + "\n";
  }
  return text;
}

TEST(NamespaceLeftovers, AreConditions) {
  json::Value status;
  set_conditions(status,
                 {.kinds = {{"pods", 2}, {"widgets.example.com", 1}},
                  .finalizers = {{"example.com/guard", 1}},
                  .failure = Error{Code::kForbidden, "no"}},
                 WallTime{});
  EXPECT_EQ(told(status),
            "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered\n"
            "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions\n"
            "NamespaceDeletionContentFailure True ContentDeletionFailed\n"
            "NamespaceContentRemaining True SomeResourcesRemain\n"
            "NamespaceFinalizersRemaining True SomeFinalizersRemain\n");
  const json::Array& conditions = status.at("conditions").as_array();
  EXPECT_EQ(conditions[2].at("message").as_string(), "no");
  EXPECT_EQ(conditions[3].at("message").as_string(),
            "still there: pods (2), widgets.example.com (1)");
  EXPECT_EQ(conditions[4].at("message").as_string(),
            "objects wait for their finalizers: example.com/guard (1)");
}

TEST(NamespaceLeftovers, ConditionsEndWithThem) {
  json::Value status;
  set_conditions(status, {.kinds = {{"pods", 2}}, .finalizers = {{"f", 1}}}, WallTime{});
  set_conditions(status, {}, WallTime{});
  EXPECT_EQ(told(status),
            "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered\n"
            "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions\n"
            "NamespaceDeletionContentFailure False ContentDeleted\n"
            "NamespaceContentRemaining False ContentRemoved\n"
            "NamespaceFinalizersRemaining False ContentHasNoFinalizers\n");
}

TEST(NamespaceLeftovers, WhatCouldNotBeAskedForIsNotSaidToBeGone) {
  json::Value status;
  set_conditions(status, {.failure = Error{Code::kUnavailable, "no answer"}}, WallTime{});
  EXPECT_FALSE(
      api::has_condition(json::Object{{"status", status}}, "NamespaceContentRemaining", "False"));
}

}  // namespace
}  // namespace sluice::controllers::namespaces
