// SPDX-License-Identifier: Apache-2.0
#include "http/tls.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "http/test_pki.h"

namespace sluice::http {
namespace {

using Next = TlsSocket::Next;

struct Pair {
  TlsSocket server;
  TlsSocket client;
};

class TlsTest : public testing::Test {
 protected:
  // Both ends of a connection inside this process; the server's certificate is for 127.0.0.1.
  Pair connect(const std::string& host, const ClientOptions& options) {
    const auto server = pki_.server_options();
    server_context_ =
        server_tls_context({server.certificate_pem, server.key_pem}, server.client_ca_pem).value();
    client_context_ =
        client_tls_context({options.certificate_pem, options.key_pem}, options.ca_pem).value();
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
    return {TlsSocket::accepted(server_context_.get(), UniqueFd(fds[0])).value(),
            TlsSocket::connected(client_context_.get(), UniqueFd(fds[1]), host).value()};
  }

  // Drives both sides until both are done or one fails.
  Result<void> shake(Pair& pair) {
    auto server = Next::kWaitRead;
    auto client = Next::kWaitRead;
    while (server != Next::kDone || client != Next::kDone) {
      TRY_ASSIGN(client, pair.client.handshake());
      TRY_ASSIGN(server, pair.server.handshake());
    }
    return {};
  }

  TestPki pki_;
  SslContextPtr server_context_;
  SslContextPtr client_context_;
};

TEST_F(TlsTest, CarriesBytesAndIdentity) {
  Pair pair = connect("127.0.0.1", pki_.client_options(1, "alice", {"dev"}));
  ASSERT_TRUE(shake(pair));
  EXPECT_EQ(pair.server.peer().name, "alice");
  EXPECT_EQ(pair.server.peer().groups, std::vector<std::string>{"dev"});
  EXPECT_EQ(pair.server.peer().fingerprint.size(), 64U);
  char buffer[16];
  EXPECT_EQ(pair.server.read(buffer)->next, Next::kWaitRead);
  EXPECT_EQ(pair.client.write("hello")->bytes, 5U);
  const auto read = pair.server.read(buffer);
  EXPECT_EQ(std::string(buffer, read->bytes), "hello");
  pair.client.say_goodbye();
  EXPECT_EQ(pair.server.read(buffer)->next, Next::kClosed);
}

TEST_F(TlsTest, AFullSocketAsksToWaitAndAVanishedPeerIsAnError) {
  Pair pair = connect("127.0.0.1", pki_.client_options(1));
  ASSERT_TRUE(shake(pair));
  const std::string block(100'000, 'x');
  auto progress = pair.client.write(block);
  while (progress && progress->next == Next::kDone) {
    progress = pair.client.write(block);
  }
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->next, Next::kWaitWrite);
  { const TlsSocket gone = std::move(pair.server); }
  EXPECT_FALSE(pair.client.write(block));  // and no SIGPIPE
}

TEST_F(TlsTest, RefusesAServerWithAnotherName) {
  Pair pair = connect("10.1.2.3", pki_.client_options(1));
  const auto shaken = shake(pair);
  ASSERT_FALSE(shaken);
  EXPECT_EQ(shaken.error().code, Code::kUnauthorized);
  EXPECT_NE(shaken.error().message.find("IP address mismatch"), std::string::npos);
}

TEST_F(TlsTest, RefusesAStrangersCertificate) {
  auto options = TestPki().client_options(1, "mallory", {"system:masters"});
  options.ca_pem = pki_.client_options(1).ca_pem;
  Pair pair = connect("127.0.0.1", options);
  EXPECT_FALSE(shake(pair));
}

TEST_F(TlsTest, NamesBrokenParts) {
  const auto server = pki_.server_options();
  EXPECT_NE(server_tls_context({"junk", server.key_pem}, "").error().message.find("certificate"),
            std::string::npos);
  EXPECT_NE(server_tls_context({server.certificate_pem, server.key_pem}, "junk")
                .error()
                .message.find("client CA"),
            std::string::npos);
  const auto other = TestPki().server_options();
  EXPECT_EQ(server_tls_context({server.certificate_pem, other.key_pem}, "").error().code,
            Code::kInvalid);
}

}  // namespace
}  // namespace sluice::http
