// SPDX-License-Identifier: Apache-2.0
#include "registry/selectable_parts.h"

#include <gtest/gtest.h>

#include "api/selector.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

StoredObject state(store::Revision revision, std::string text) {
  return {std::make_shared<const store::Record>(
      store::Record{.key = "/x", .value = std::move(text), .modified = revision})};
}

TEST(SelectableParts, AreDecodedOnceAndMatchAsTheObject) {
  SelectableParts parts;
  const StoredObject pod =
      state(7, R"({"metadata":{"name":"a","namespace":"b","labels":{"app":"web"},
                   "annotations":{"much":"text"}},"spec":{"nodeName":"n","containers":[{}]}})");
  const auto first = parts.of(api::kinds::pod(), pod);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(**first, json::parse(R"({"metadata":{"name":"a","namespace":"b",
                                     "labels":{"app":"web"}},"spec":{"nodeName":"n"}})")
                         .value());
  EXPECT_EQ(*parts.of(api::kinds::pod(), pod), *first) << "the very same";
}

TEST(SelectableParts, KeepNoStateAliveAndMistakeNoneForAnother) {
  SelectableParts parts;
  StoredObject pod = state(7, R"({"metadata":{"labels":{"app":"a"}}})");
  const std::weak_ptr<const store::Record> record = pod.record;
  ASSERT_TRUE(parts.of(api::kinds::pod(), pod).has_value());
  pod.record.reset();
  EXPECT_TRUE(record.expired());
  const auto next = parts.of(api::kinds::pod(), state(7, R"({"metadata":{"name":"other"}})"));
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ((*next)->at("metadata", "name").as_string(), "other");
  const StoredObject autoscaler = state(9, R"({"metadata":{"name":"h"}})");
  EXPECT_NE(*parts.of(api::kinds::pod(), autoscaler), *parts.of(api::kinds::node(), autoscaler));
}

TEST(SelectableParts, DamageIsTold) {
  SelectableParts parts;
  EXPECT_EQ(parts.of(api::kinds::pod(), state(1, "{")).error().code, Code::kInternal);
}

}  // namespace
}  // namespace sluice::registry
