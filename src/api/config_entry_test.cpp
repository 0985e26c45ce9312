// SPDX-License-Identifier: Apache-2.0
#include "api/config_entry.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(ConfigEntry, IsTheSameWhateverHoldsIt) {
  const json::Value object = *json::parse(R"({"data":{"a":"YWJj"},"binaryData":{"b":"AAE="}})");
  EXPECT_EQ(entry_of(kinds::config_map(), object, "a").value(), "YWJj");
  EXPECT_EQ(entry_of(kinds::config_map(), object, "b").value(), std::string("\0\1", 2));
  EXPECT_EQ(entry_of(kinds::secret(), object, "a").value(), "abc");
  EXPECT_EQ(entry_of(kinds::secret(), object, "b").value(), std::nullopt);
}

TEST(ConfigEntry, WhatIsNoBase64IsAnError) {
  EXPECT_FALSE(entry_of(kinds::secret(), *json::parse(R"({"data":{"a":"?"}})"), "a").has_value());
}

}  // namespace
}  // namespace sluice::api
