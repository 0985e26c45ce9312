// SPDX-License-Identifier: Apache-2.0
#include "api/crd/custom_cell.h"

#include <gtest/gtest.h>

#include "api/crd/json_path.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string shown(std::string_view type, std::string_view path) {
  const auto object = json::parse(
      R"({"n":3,"d":2.5,"b":true,"s":"x","o":{"k":1},"t":"2030-01-01T00:00:00Z","bad":"soon"})");
  const auto parsed = JsonPath::parse(path).value();
  const Column column{.name = "C", .type = type, .json_path = &parsed};
  const auto now = parse_rfc3339("2030-01-01T00:05:00Z").value();
  return json::write(custom_cell(column, *object, now));
}

TEST(CustomCell, HasTheTypeOfItsColumn) {
  EXPECT_EQ(shown("string", ".s"), "\"x\"");
  EXPECT_EQ(shown("string", ".n"), "\"3\"");
  EXPECT_EQ(shown("string", ".o"), R"("{\"k\":1}")");
  EXPECT_EQ(shown("integer", ".n"), "3");
  EXPECT_EQ(shown("integer", ".d"), "2");
  EXPECT_EQ(shown("number", ".d"), "2.5");
  EXPECT_EQ(shown("boolean", ".b"), "true");
  EXPECT_EQ(shown("date", ".t"), "\"5m\"");
}

TEST(CustomCell, IsEmptyWhereNothingFits) {
  EXPECT_EQ(shown("string", ".missing"), "null");
  EXPECT_EQ(shown("integer", ".s"), "null");
  EXPECT_EQ(shown("date", ".bad"), "\"<invalid>\"");
}

}  // namespace
}  // namespace sluice::api
