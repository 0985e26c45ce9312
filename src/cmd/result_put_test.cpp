// SPDX-License-Identifier: Apache-2.0
#include "cmd/result_put.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <thread>

#include "http/sockets.h"

namespace sluice::cmd {
namespace {

using testing::HasSubstr;

constexpr std::chrono::seconds kLong{30};

// Takes one request, up to so many bytes of its body, and answers with that status.
class OneAnswer {
 public:
  OneAnswer(int status, std::size_t body)
      : listener_(http::listen_on("127.0.0.1", 0).value()),
        thread_([this, status, body] { serve(status, body); }) {}

  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(http::local_port(listener_.get())) +
           "/out?signature=hidden";
  }
  std::string request() {
    thread_.join();
    return request_;
  }

 private:
  void serve(int status, std::size_t body) {
    const SteadyTime deadline = RealClock().steady() + kLong;
    ASSERT_TRUE(http::wait_for(listener_.get(), POLLIN, deadline));
    const UniqueFd peer = http::accept_from(listener_.get()).value();
    std::array<char, 65536> piece{};
    while (request_.find("\r\n\r\n") == std::string::npos ||
           request_.size() < request_.find("\r\n\r\n") + 4 + body) {
      ASSERT_TRUE(http::wait_for(peer.get(), POLLIN, deadline));
      const ssize_t n = ::recv(peer.get(), piece.data(), piece.size(), 0);
      ASSERT_GT(n, 0);
      request_.append(piece.data(), static_cast<std::size_t>(n));
    }
    const std::string answer =
        "HTTP/1.1 " + std::to_string(status) + " x\r\nContent-Length: 0\r\n\r\n";
    ASSERT_EQ(::send(peer.get(), answer.data(), answer.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(answer.size()));
  }

  const UniqueFd listener_;
  std::string request_;
  std::jthread thread_;  // last: it uses the rest
};

Result<void> put(const OneAnswer& server, std::int64_t size) {
  return put_result({.url = server.url(),
                     .authorization = "Bearer me",
                     .size = size,
                     .read = [&](std::int64_t offset, std::int64_t most) {
                       return std::string(static_cast<std::size_t>(std::min(most, size - offset)),
                                          'x');
                     }});
}

TEST(ResultPut, AllOfItIsSentWithWhoSendsIt) {
  OneAnswer server(201, 3'000'000);
  EXPECT_TRUE(put(server, 3'000'000).has_value());
  const std::string request = server.request();
  EXPECT_TRUE(request.starts_with("PUT /out?signature=hidden HTTP/1.1\r\n"));
  EXPECT_THAT(request.substr(0, 500), HasSubstr("Authorization: Bearer me\r\n"));
  EXPECT_THAT(request.substr(0, 500), HasSubstr("Content-Length: 3000000\r\n"));
}

TEST(ResultPut, ARefusalIsToldApartFromATroubleThatPasses) {
  OneAnswer busy(503, 1);
  const auto later = put(busy, 1);
  EXPECT_EQ(later.error().code, Code::kUnavailable);
  OneAnswer strict(403, 1);
  const auto never = put(strict, 1);
  EXPECT_EQ(never.error().code, Code::kForbidden);
  EXPECT_THAT(never.error().message, testing::Not(HasSubstr("hidden")));
  OneAnswer moved(302, 1);
  EXPECT_EQ(put(moved, 1).error().code, Code::kForbidden);
}

}  // namespace
}  // namespace sluice::cmd
