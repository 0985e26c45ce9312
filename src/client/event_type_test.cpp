// SPDX-License-Identifier: Apache-2.0
#include "client/event_type.h"

#include <gtest/gtest.h>

namespace sluice::client {
namespace {

TEST(EventTypeName, ComesBack) {
  for (const EventType type :
       {EventType::kAdded, EventType::kModified, EventType::kDeleted, EventType::kBookmark}) {
    EXPECT_EQ(event_type(to_string(type)), type);
  }
  EXPECT_FALSE(event_type("ERROR").has_value());
}

}  // namespace
}  // namespace sluice::client
