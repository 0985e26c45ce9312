// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

constexpr WallTime kNow = WallTime{} + std::chrono::hours(1);

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(ObjectCells, CountAndAge) {
  EXPECT_EQ(age(parse(R"({"metadata":{"creationTimestamp":"1970-01-01T00:55:00Z"}})"), kNow),
            json::Value("5m"));
  EXPECT_EQ(data_count(parse(R"({"data":{"a":""},"binaryData":{"b":""}})"), kNow), json::Value(2));
}

}  // namespace
}  // namespace sluice::api::cells
