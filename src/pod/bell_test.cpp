// SPDX-License-Identifier: Apache-2.0
#include "pod/bell.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>

namespace sluice::pod {
namespace {

class BellTest : public ::testing::Test {
 protected:
  BellTest() {
    door_ = UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(door_.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(door_.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ::ntohs(address.sin_port);
  }

  // Blocks for the next ring; answers it when asked to.
  std::string next_ring(bool answer) {
    std::array<char, 512> buffer;
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t n = ::recvfrom(door_.get(), buffer.data(), buffer.size(), 0,
                                 reinterpret_cast<sockaddr*>(&from), &size);
    EXPECT_GT(n, 0);
    if (answer) {
      ::sendto(door_.get(), buffer.data(), static_cast<std::size_t>(n), 0,
               reinterpret_cast<sockaddr*>(&from), size);
    }
    return {buffer.data(), static_cast<std::size_t>(n)};
  }

  static void await_readable(int fd) {
    pollfd entry{fd, POLLIN, 0};
    ASSERT_EQ(::poll(&entry, 1, 20'000), 1);
  }

  UniqueFd door_;
  std::uint16_t port_ = 0;
  FakeClock clock_;
  const Ring ring_{.attempt = {"u", 1}, .sequence = 2};
};

TEST_F(BellTest, AnAnsweredRingIsHeard) {
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  EXPECT_EQ(next_ring(/*answer=*/true), to_text(ring_));
  await_readable(bell.fd());
  bell.tend();
  EXPECT_TRUE(bell.heard());
  EXPECT_FALSE(bell.next_try().has_value());
}

TEST_F(BellTest, ALostRingIsRepeated) {
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  next_ring(/*answer=*/false);
  clock_.advance(*bell.next_try() - clock_.steady());
  bell.tend();
  next_ring(/*answer=*/true);
  await_readable(bell.fd());
  bell.tend();
  EXPECT_TRUE(bell.heard());
}

TEST_F(BellTest, PatienceEnds) {
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  const SteadyTime start = clock_.steady();
  while (const auto next = bell.next_try()) {
    clock_.advance(*next - clock_.steady());
    bell.tend();
  }
  EXPECT_FALSE(bell.heard());
  EXPECT_LT(clock_.steady() - start, 2 * Bell::kPatience);
}

TEST_F(BellTest, WhereNobodyListensNobodyIsWaitedFor) {
  door_.reset();
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  bell.tend();
  EXPECT_FALSE(bell.next_try().has_value());
  EXPECT_FALSE(bell.heard());
}

TEST_F(BellTest, TheAnswerToAnEarlierRingDoesNotCount) {
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  next_ring(/*answer=*/true);
  bell.ring({.attempt = {"u", 1}, .sequence = 3});
  await_readable(bell.fd());
  bell.tend();
  EXPECT_FALSE(bell.heard());
}

TEST_F(BellTest, WithoutAHostNothingRings) {
  Bell bell("", 0, clock_);
  bell.ring(ring_);
  EXPECT_EQ(bell.fd(), -1);
  EXPECT_FALSE(bell.next_try().has_value());
}

TEST_F(BellTest, AsksArriveWhetherItRingsOrNot) {
  Bell bell("127.0.0.1", port_, clock_);
  bell.ring(ring_);
  next_ring(/*answer=*/true);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  to.sin_port = ::htons(bell.port());
  const std::string text = to_text(Ask{.session = "s1", .port = 7});
  for (const std::string& mail : {text, std::string("nonsense"), text}) {
    ASSERT_GT(::sendto(door_.get(), mail.data(), mail.size(), 0, reinterpret_cast<sockaddr*>(&to),
                       sizeof to),
              0);
  }
  std::vector<Ask> asks;
  while (asks.size() < 2) {
    await_readable(bell.fd());
    bell.tend();
    for (Ask& ask : bell.take_asks()) {
      asks.push_back(std::move(ask));
    }
  }
  EXPECT_EQ(asks, (std::vector<Ask>{{"s1", 7}, {"s1", 7}}));
  EXPECT_TRUE(bell.heard());
}

}  // namespace
}  // namespace sluice::pod
