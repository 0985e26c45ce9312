// SPDX-License-Identifier: Apache-2.0
#include "base/gate.h"

#include <gtest/gtest.h>

#include <thread>

namespace sluice {
namespace {

TEST(Gate, CloseWaitsForWorkInFlight) {
  Gate gate;
  Gate::Pass pass = gate.enter();
  ASSERT_TRUE(pass);
  std::jthread closer([&] { gate.close(); });
  while (gate.enter()) {
    std::this_thread::yield();
  }
  pass = Gate::Pass();
  closer.join();
  EXPECT_FALSE(gate.enter());
}

}  // namespace
}  // namespace sluice
