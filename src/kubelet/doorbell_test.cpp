// SPDX-License-Identifier: Apache-2.0
#include "kubelet/doorbell.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <semaphore>

#include "pod/bell.h"

namespace sluice::kubelet {
namespace {

class DoorbellTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(doorbell_.start("127.0.0.1", 0).has_value()); }

  // Rings until it is answered or given up.
  bool ring(const pod::Ring& ring) {
    pod::Bell bell("127.0.0.1", doorbell_.port(), clock_);
    bell.ring(ring);
    while (bell.next_try()) {
      pollfd answer{bell.fd(), POLLIN, 0};
      ::poll(&answer, 1, 50);
      bell.tend();
    }
    return bell.heard();
  }

  RealClock clock_;
  std::string rung_;
  std::counting_semaphore<> rings_{0};
  Doorbell doorbell_{[this](const std::string& uid) {
    rung_ = uid;
    rings_.release();
  }};
};

TEST_F(DoorbellTest, ARingIsAnsweredAndNoted) {
  doorbell_.expect({"u", 1});
  EXPECT_EQ(doorbell_.sequence({"u", 1}), 0);
  EXPECT_TRUE(ring({.attempt = {"u", 1}, .sequence = 4}));
  rings_.acquire();
  EXPECT_EQ(rung_, "u");
  EXPECT_EQ(doorbell_.sequence({"u", 1}), 4);
}

TEST_F(DoorbellTest, AnOlderRingDoesNotTurnBackTheClock) {
  doorbell_.expect({"u", 1});
  ring({.attempt = {"u", 1}, .sequence = 4});
  ring({.attempt = {"u", 1}, .sequence = 3});
  EXPECT_EQ(doorbell_.sequence({"u", 1}), 4);
}

TEST_F(DoorbellTest, StrangersAndEarlierAttemptsAreIgnored) {
  doorbell_.expect({"u", 2});
  EXPECT_FALSE(ring({.attempt = {"stranger", 1}, .sequence = 1}));
  EXPECT_FALSE(ring({.attempt = {"u", 1}, .sequence = 9}));
  EXPECT_EQ(doorbell_.sequence({"u", 2}), 0);
  doorbell_.forget("u");
  EXPECT_FALSE(ring({.attempt = {"u", 2}, .sequence = 1}));
  EXPECT_FALSE(rings_.try_acquire());
}

TEST_F(DoorbellTest, ARunnerIsAskedWhereItRangOrWhereItsReportSays) {
  doorbell_.expect({"u", 1});
  EXPECT_FALSE(doorbell_.ask({"u", 1}, {}, {"s", 7}));
  pod::Bell bell("127.0.0.1", doorbell_.port(), clock_);
  const auto asked = [&] {
    pollfd mail{bell.fd(), POLLIN, 0};
    std::vector<pod::Ask> asks;
    while (asks.empty() && ::poll(&mail, 1, 20'000) == 1) {
      bell.tend();
      asks = bell.take_asks();
    }
    return asks;
  };
  EXPECT_TRUE(doorbell_.ask({"u", 1}, {bell.host(), bell.port()}, {"s1", 7}));
  EXPECT_EQ(asked(), (std::vector<pod::Ask>{{"s1", 7}}));
  bell.ring({.attempt = {"u", 1}, .sequence = 1});
  rings_.acquire();
  EXPECT_TRUE(doorbell_.ask({"u", 1}, {}, {"s2", 7}));
  EXPECT_EQ(asked(), (std::vector<pod::Ask>{{"s2", 7}}));
}

TEST_F(DoorbellTest, ATakenPortIsRefusedByName) {
  Doorbell other([](const std::string&) {});
  const auto started = other.start("127.0.0.1", doorbell_.port());
  ASSERT_FALSE(started.has_value());
  EXPECT_NE(started.error().message.find(std::to_string(doorbell_.port())), std::string::npos);
}

}  // namespace
}  // namespace sluice::kubelet
