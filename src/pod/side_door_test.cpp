// SPDX-License-Identifier: Apache-2.0
#include "pod/side_door.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/random.h"

namespace sluice::pod {
namespace {

TEST(SideDoor, NobodyIsThereAtFirst) {
  const auto door = open_side_door({random_uuid(), 1});
  ASSERT_TRUE(door) << door.error().message;
  EXPECT_FALSE(accept_relay(door->get()).valid());
}

TEST(SideDoor, AnAttemptHasOne) {
  const Attempt attempt{random_uuid(), 1};
  const auto door = open_side_door(attempt);
  EXPECT_FALSE(open_side_door(attempt));
  EXPECT_TRUE(open_side_door({attempt.uid, 2}));
}

TEST(SideDoor, WithoutARunnerARelaySaysSo) {
  const auto relayed = run_relay({random_uuid(), 1}, {.session = "s"});
  ASSERT_FALSE(relayed);
  EXPECT_NE(relayed.error().message.find("not on this machine"), std::string::npos);
}

TEST(SideDoor, ATooLongNameIsRefused) {
  EXPECT_EQ(open_side_door({std::string(200, 'x'), 1}).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::pod
