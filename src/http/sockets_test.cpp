// SPDX-License-Identifier: Apache-2.0
#include "http/sockets.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/files.h"

namespace sluice::http {
namespace {

SteadyTime in(std::chrono::milliseconds time) {
  return RealClock().steady() + time;
}

TEST(Sockets, ConnectsByAddressAndByName) {
  const auto listener = listen_on("127.0.0.1", 0);
  ASSERT_TRUE(listener);
  const auto port = local_port(listener->get());
  EXPECT_NE(port, 0);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    const auto client = connect_to(host, port, in(std::chrono::seconds(20)));
    ASSERT_TRUE(client) << client.error().message;
    ASSERT_TRUE(wait_for(listener->get(), POLLIN, in(std::chrono::seconds(20))));
    const auto accepted = accept_from(listener->get());
    ASSERT_TRUE(accepted && accepted->valid());
    EXPECT_EQ(peer_address(accepted->get()),
              "127.0.0.1:" + std::to_string(local_port(client->get())));
    EXPECT_NE(::fcntl(accepted->get(), F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_NE(::fcntl(client->get(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(Sockets, APathIsAUnixSocket) {
  const TemporaryDirectory directory;
  const std::string path = (directory.path() / "socket").string();
  const UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_NE(connect_to(path, 0, in(std::chrono::seconds(20))).error().message.find(path),
            std::string::npos);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  const auto client = connect_to(path, 0, in(std::chrono::seconds(20)));
  ASSERT_TRUE(client) << client.error().message;
  EXPECT_TRUE(accept_from(listener.get())->valid());
  EXPECT_EQ(connect_to("/" + std::string(200, 'x'), 0, in(std::chrono::seconds(1))).error().code,
            Code::kInvalid);
}

TEST(Sockets, AcceptAnswersNothingWhenNobodyWaits) {
  const auto listener = listen_on("127.0.0.1", 0);
  const auto accepted = accept_from(listener->get());
  ASSERT_TRUE(accepted);
  EXPECT_FALSE(accepted->valid());
  EXPECT_EQ(wait_for(listener->get(), POLLIN, in(std::chrono::milliseconds(0))).error().code,
            Code::kTimeout);
}

TEST(Sockets, ErrorsNameTheEndpoint) {
  auto listener = listen_on("127.0.0.1", 0);
  const auto port = local_port(listener->get());
  const std::string endpoint = "127.0.0.1:" + std::to_string(port);
  EXPECT_NE(listen_on("127.0.0.1", port).error().message.find(endpoint), std::string::npos);
  listener->reset();
  const auto refused = connect_to("127.0.0.1", port, in(std::chrono::seconds(20)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_NE(refused.error().message.find(endpoint), std::string::npos);
  EXPECT_FALSE(listen_on("not an address", 1));
}

}  // namespace
}  // namespace sluice::http
