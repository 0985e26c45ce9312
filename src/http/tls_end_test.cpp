// SPDX-License-Identifier: Apache-2.0
#include "http/tls_end.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "http/test_pki.h"

namespace sluice::http {
namespace {

using Next = PumpEnd::Next;

class TlsEndTest : public testing::Test {
 protected:
  TlsEndTest() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
    server_.emplace(TlsSocket::accepted(server_context_.get(), UniqueFd(fds[0])).value());
    client_.emplace(
        TlsSocket::connected(client_context_.get(), UniqueFd(fds[1]), "127.0.0.1").value());
  }

  TestPki pki_;
  ServerOptions options_ = pki_.server_options();
  SslContextPtr server_context_ =
      server_tls_context({options_.certificate_pem, options_.key_pem}, "").value();
  SslContextPtr client_context_ = client_tls_context({}, pki_.ca_pem()).value();
  std::optional<TlsSocket> server_;
  std::optional<TlsEnd> client_;
  char buffer_[16];
};

// The server speaks only when asked: were the request still to wait for it, both would wait.
TEST_F(TlsEndTest, AHandshakeThatEndsWhileReadingLetsTheRequestGoOn) {
  EXPECT_EQ(client_->write("hello")->next, Next::kWaitRead);
  ASSERT_TRUE(server_->handshake());
  const auto read = client_->read(buffer_);
  EXPECT_EQ(read->next, Next::kMoved);
  EXPECT_EQ(read->bytes, 0U);
  const auto written = client_->write("hello");
  EXPECT_EQ(written->next, Next::kMoved);
  EXPECT_EQ(written->bytes, 5U);
  ASSERT_TRUE(server_->handshake());
  const auto received = server_->read(buffer_);
  EXPECT_EQ(std::string(buffer_, received->bytes), "hello");
}

TEST_F(TlsEndTest, GoodbyeIsTheEnd) {
  EXPECT_EQ(client_->read(buffer_)->next, Next::kWaitRead);
  ASSERT_TRUE(server_->handshake());
  EXPECT_EQ(client_->write("")->next, Next::kMoved);
  ASSERT_TRUE(server_->handshake());
  server_->say_goodbye();
  EXPECT_EQ(client_->read(buffer_)->next, Next::kEnd);
}

}  // namespace
}  // namespace sluice::http
