// SPDX-License-Identifier: Apache-2.0
#include "controllers/writes.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "runtime/miniature_client.h"

namespace sluice::controllers {
namespace {

TEST(Writes, WhatIsGoneNeedsNoChange) {
  EXPECT_TRUE(done_or_gone(Result<int>(1)));
  EXPECT_TRUE(done_or_gone(Result<int>(fail(Code::kNotFound, "gone"))));
  EXPECT_EQ(done_or_gone(Result<int>(fail(Code::kConflict, "changed"))).error().code,
            Code::kConflict);
}

TEST(Writes, StatusIsWrittenOnlyWhenItDiffers) {
  runtime::MiniatureClient client;
  const client::Object set = json::parse(R"({"apiVersion":"apps/v1","kind":"ReplicaSet",
    "metadata":{"name":"web","namespace":"ns","uid":"u"},"spec":{"template":{}}})")
                                 .value();
  const api::Kind& kind = *api::find_kind("apps/v1", "ReplicaSet");
  client.fail_next(1, Code::kInternal);
  EXPECT_TRUE(write_status(client, kind, set, set.at("status")));
  EXPECT_FALSE(write_status(client, kind, set, json::Object{{"x", 1}}));
}

TEST(Writes, ACountOfZeroIsLeftOut) {
  json::Value status = json::Object{{"readyReplicas", 3}};
  set_count(status, "replicas", 2);
  set_count(status, "readyReplicas", 0);
  EXPECT_EQ(json::write(status), R"({"replicas":2})");
}

TEST(Writes, TheLastConditionTakesTheListWithIt) {
  json::Value status = json::parse(R"({"conditions":[{"type":"A"},{"type":"B"}]})").value();
  drop_condition(status, "A");
  EXPECT_EQ(json::write(status), R"({"conditions":[{"type":"B"}]})");
  drop_condition(status, "B");
  drop_condition(status, "B");
  EXPECT_EQ(json::write(status), "{}");
}

}  // namespace
}  // namespace sluice::controllers
