// SPDX-License-Identifier: Apache-2.0
#include "api/crd/keyed_items.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

TEST(KeyedItems, AreFoundByAllTheirKeys) {
  const json::Value list = parsed(
      R"([{"port":80,"protocol":"TCP","n":1},{"port":80,"protocol":"UDP","n":2},{"port":81,"n":3},
          {"port":80,"protocol":"TCP","n":4}])");
  const std::vector<std::string> keys{"port", "protocol"};
  KeyedItems items(&list, keys);
  const auto number = [&](std::string_view item) {
    const json::Value* found = items.find(parsed(item));
    return found == nullptr ? 0 : found->at("n").as_int();
  };
  EXPECT_EQ(number(R"({"port":80,"protocol":"TCP"})"), 1) << "the first of them";
  EXPECT_EQ(number(R"({"port":80.0,"protocol":"UDP"})"), 2);
  EXPECT_EQ(number(R"({"port":81})"), 3);
  EXPECT_EQ(number(R"({"port":"80","protocol":"TCP"})"), 0);
  EXPECT_EQ(number(R"({"port":82})"), 0);
}

TEST(KeyedItems, WithoutListOrKeysNothingIsFound) {
  const json::Value list = parsed(R"([{"a":1}])");
  const std::vector<std::string> none;
  const std::vector<std::string> keys{"a"};
  EXPECT_EQ(KeyedItems(&list, none).find(list.as_array().front()), nullptr);
  EXPECT_EQ(KeyedItems(nullptr, keys).find(list.as_array().front()), nullptr);
}

}  // namespace
}  // namespace sluice::api
