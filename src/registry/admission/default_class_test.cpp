// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/default_class.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(DefaultClass, IsTheNewestThatPasses) {
  const std::vector<json::Value> classes = {
      json_of(R"({"metadata":{"name":"old","creationTimestamp":"2026-01-01T00:00:00Z"}})"),
      json_of(R"({"metadata":{"name":"b","creationTimestamp":"2026-01-02T00:00:00Z"}})"),
      json_of(R"({"metadata":{"name":"a","creationTimestamp":"2026-01-02T00:00:00Z"}})")};
  EXPECT_EQ(api::name(*newest_where(classes, [](const json::Value&) { return true; })), "a");
  EXPECT_EQ(api::name(*newest_where(
                classes, [](const json::Value& object) { return api::name(object) == "old"; })),
            "old");
  EXPECT_EQ(newest_where(classes, [](const json::Value&) { return false; }), nullptr);
}

}  // namespace
}  // namespace sluice::registry
