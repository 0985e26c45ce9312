// SPDX-License-Identifier: Apache-2.0
#include "http/psk.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <future>

#include "http/sockets.h"
#include "http/test_pki.h"

namespace sluice::http {
namespace {

const std::string kKey(kPskBytes, 'k');

SteadyTime soon() {
  return RealClock().steady() + std::chrono::seconds(10);
}

class PskTest : public testing::Test {
 protected:
  PskTest() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
    near_ = UniqueFd(fds[0]);
    far_ = UniqueFd(fds[1]);
  }

  // The other end, which says "hello" when it has come so far.
  std::future<Result<void>> connect(const std::string& identity, const std::string& key) {
    return std::async(std::launch::async, [=, fd = std::move(far_)]() mutable -> Result<void> {
      TRY_ASSIGN(TlsSocket socket, connect_with_psk(std::move(fd), identity, key, soon()));
      TRY(socket.write("hello"));
      return {};
    });
  }

  // What arrives at our end, until something or an error does.
  static Result<std::string> receive(TlsSocket& socket) {
    char buffer[16];
    while (true) {
      TRY_ASSIGN(const auto progress, socket.read(buffer));
      if (progress.next == TlsSocket::Next::kDone || progress.next == TlsSocket::Next::kClosed) {
        return std::string(buffer, progress.bytes);
      }
      TRY(wait_for(socket.fd(), POLLIN, soon()));
    }
  }

  std::unique_ptr<PskAcceptor> acceptor_ =
      PskAcceptor::make([](const std::string& identity) -> std::optional<std::string> {
        return identity == "me" ? std::optional(kKey) : std::nullopt;
      }).value();
  UniqueFd near_;
  UniqueFd far_;
};

TEST_F(PskTest, EndsThatShareAKeyUnderstandEachOther) {
  auto other = connect("me", kKey);
  auto accepted = acceptor_->accept(std::move(near_));
  ASSERT_TRUE(accepted);
  EXPECT_EQ(*accepted->identity, "");
  const auto received = receive(accepted->socket);
  ASSERT_TRUE(received) << received.error().message;
  EXPECT_EQ(*received, "hello");
  EXPECT_EQ(*accepted->identity, "me");
  EXPECT_TRUE(other.get());
}

TEST_F(PskTest, AWrongKeyIsRefused) {
  auto other = connect("me", std::string(kPskBytes, 'x'));
  {
    auto accepted = acceptor_->accept(std::move(near_));
    EXPECT_FALSE(receive(accepted->socket));
  }
  EXPECT_FALSE(other.get());
}

TEST_F(PskTest, AnUnknownNameIsRefused) {
  auto other = connect("somebody", kKey);
  {
    auto accepted = acceptor_->accept(std::move(near_));
    EXPECT_FALSE(receive(accepted->socket));
  }
  EXPECT_FALSE(other.get());
}

// Who connects believes in the key alone.
TEST_F(PskTest, ACertificateDoesNotReplaceTheKey) {
  auto other = connect("me", kKey);
  TestPki pki;
  const ServerOptions options = pki.server_options();
  const SslContextPtr context =
      server_tls_context({options.certificate_pem, options.key_pem}, "").value();
  {
    auto socket = TlsSocket::accepted(context.get(), std::move(near_));
    EXPECT_FALSE(receive(*socket));
  }
  EXPECT_FALSE(other.get());
}

TEST_F(PskTest, SilenceEndsAtTheDeadline) {
  const auto connected = connect_with_psk(std::move(far_), "me", kKey, RealClock().steady());
  ASSERT_FALSE(connected);
  EXPECT_EQ(connected.error().code, Code::kTimeout);
}

}  // namespace
}  // namespace sluice::http
