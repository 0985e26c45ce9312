// SPDX-License-Identifier: Apache-2.0
#include "streams/port_forward.h"

#include <gtest/gtest.h>

#include "http/spdy/test_peer.h"
#include "http/websocket/websocket.h"
#include "streams/test_pods.h"

namespace sluice::streams {
namespace {

using State = Stream::State;

std::string ports_error(const std::string& query) {
  const auto ports = parse_ports(http::parse_target("/x?" + query).value());
  return ports ? "" : ports.error().message;
}

TEST(Ports, AreReadFromTheQuery) {
  const auto ports = parse_ports(http::parse_target("/x?ports=80,443&a=b&ports=65535").value());
  EXPECT_EQ(ports.value(), (std::vector<std::uint16_t>{80, 443, 65535}));
  EXPECT_TRUE(parse_ports(http::parse_target("/x").value())->empty());
}

TEST(Ports, AreNumbersFrom1To65535) {
  EXPECT_EQ(ports_error("ports=0"), "port \"0\" must be > 0");
  EXPECT_EQ(ports_error("ports=http"), "unable to parse \"http\" as a port");
  EXPECT_EQ(ports_error("ports=65536"), "unable to parse \"65536\" as a port");
  EXPECT_EQ(ports_error("ports="), "query parameter \"ports\" cannot be empty");
}

class SpdyPortForwardTest : public testing::Test {
 protected:
  void open(std::uint32_t id, const std::string& type, const std::string& port,
            const std::string& request) {
    http::SpdyTestPeer::Fields fields{{"streamType", type}, {"port", port}};
    if (!request.empty()) {
      fields.emplace_back("requestID", request);
    }
    peer_.open(id, fields);
  }

  TestPods pods_;
  std::unique_ptr<http::Upgrade> upgrade_ = spdy_port_forward({pods_, {"default", "p"}, "u1"});
  http::SpdyTestPeer peer_{*upgrade_};
};

TEST_F(SpdyPortForwardTest, ForwardsSeveralConnections) {
  open(1, "error", "80", "0");
  open(3, "data", "80", "0");
  open(5, "error", "80", "1");
  open(7, "data", "80", "1");
  peer_.give(http::spdy_data(3, 0, "first"));
  peer_.give(http::spdy_data(7, 0, "second"));
  auto frames = peer_.frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 3), "first");
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 7), "second");
  peer_.give(http::spdy_data(3, http::kSpdyFinal, ""));
  frames = peer_.frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 3), "|");
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 1), "|");
  EXPECT_EQ(peer_.state(), State::kPending) << "more connections may come";
}

TEST_F(SpdyPortForwardTest, SaysWhatWentWrong) {
  open(1, "error", "1", "0");
  open(3, "data", "1", "0");
  const auto frames = peer_.frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 1),
            "error forwarding port 1 to pod p, uid u1: connection refused|");
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 3), "|");
}

TEST_F(SpdyPortForwardTest, ServesClientsWithoutRequestIds) {
  open(1, "error", "80", "");
  open(3, "data", "80", "");
  peer_.give(http::spdy_data(3, 0, "x"));
  EXPECT_EQ(peer_.data(3), "x");
}

TEST_F(SpdyPortForwardTest, RefusesStreamsWithoutMeaning) {
  open(1, "data", "", "0");
  open(3, "data", "x", "0");
  open(5, "voice", "80", "0");
  open(7, "data", "80", "0");
  open(9, "data", "80", "0");
  std::string types;
  for (const auto& frame : peer_.frames()) {
    types += frame.header.type == http::SpdyType::kRstStream ? "refused " : "accepted ";
  }
  EXPECT_EQ(types, "refused refused refused accepted refused ");
}

TEST(WebSocketPortForward, UsesTwoChannelsPerPort) {
  TestPods pods;
  StreamProtocol protocol;
  const auto upgrade = websocket_port_forward(protocol, {pods, {"default", "p"}, "u1"}, {80, 1});
  http::WebSocket client(http::WebSocket::Role::kClient);
  client.send(http::WebSocket::Type::kBinary, std::string("\0hi", 3));
  upgrade->take(client.output());
  std::string output;
  while (upgrade->poll(output) == State::kData) {
  }
  std::vector<std::string> messages;
  for (std::string_view rest = output; !rest.empty();) {
    rest.remove_prefix(client.feed(rest));
    messages.push_back(client.take_message()->data);
  }
  EXPECT_EQ(messages,
            (std::vector<std::string>{
                std::string("\0\x50\0", 3), std::string("\1\x50\0", 3), std::string("\2\1\0", 3),
                std::string("\3\1\0", 3), std::string("\0hi", 3),
                "\3error forwarding port 1 to pod p, uid u1: connection refused"}));
}

}  // namespace
}  // namespace sluice::streams
