// SPDX-License-Identifier: Apache-2.0
#include "base/alarm_clock.h"

#include <gtest/gtest.h>

#include <latch>

namespace sluice {
namespace {

using std::chrono::seconds;

TEST(AlarmClock, RingsWhenTheTimeHasComeAndNotBefore) {
  FakeClock clock;
  AlarmClock alarms(clock);
  std::latch rang(1);
  alarms.set(clock.steady() + seconds(10), [&] { rang.count_down(); });
  clock.await_waiters(1);
  clock.advance(seconds(9));
  EXPECT_FALSE(rang.try_wait());
  clock.advance(seconds(1));
  rang.wait();
}

TEST(AlarmClock, RingsInOrderOfTime) {
  FakeClock clock;
  AlarmClock alarms(clock);
  std::latch rang(2);
  std::string order;
  alarms.set(clock.steady() + seconds(2), [&] {
    order += "b";
    rang.count_down();
  });
  alarms.set(clock.steady() + seconds(1), [&] {
    order += "a";
    rang.count_down();
  });
  clock.await_waiters(1);
  clock.advance(seconds(5));
  rang.wait();
  EXPECT_EQ(order, "ab");
}

TEST(AlarmClock, CancelledAlarmsStaySilent) {
  FakeClock clock;
  AlarmClock alarms(clock);
  std::latch rang(1);
  bool wrong = false;
  const auto ticket = alarms.set(clock.steady() + seconds(1), [&] { wrong = true; });
  alarms.set(clock.steady() + seconds(1), [&] { rang.count_down(); });
  alarms.cancel(ticket);
  clock.await_waiters(1);
  clock.advance(seconds(1));
  rang.wait();
  EXPECT_FALSE(wrong);
}

}  // namespace
}  // namespace sluice
