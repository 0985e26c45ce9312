// SPDX-License-Identifier: Apache-2.0
#include "streams/remote_command.h"

#include <gtest/gtest.h>

#include "http/websocket/websocket.h"
#include "json/text.h"
#include "streams/test_pods.h"

namespace sluice::streams {
namespace {

using State = Stream::State;

const client::ProcessRequest kRequest{
    .pod = {"default", "p"}, .container = "c", .command = {"sh", "-c"}};

TEST(CommandOutcome, IsAStatusForClientsThatUnderstandIt) {
  EXPECT_EQ(command_outcome(kRequest, 0, true), R"({"metadata":{},"status":"Success"})");
  const auto failed = json::parse(command_outcome(kRequest, 3, true)).value();
  EXPECT_EQ(failed.at("status").as_string(), "Failure");
  EXPECT_EQ(failed.at("reason").as_string(), "NonZeroExitCode");
  EXPECT_EQ(failed.at("message").as_string(),
            "command terminated with non-zero exit code: error executing command [sh -c], exit "
            "code 3");
  EXPECT_EQ(failed.at("details", "causes").as_array().front().at("reason").as_string(), "ExitCode");
  EXPECT_EQ(failed.at("details", "causes").as_array().front().at("message").as_string(), "3");
  const auto broken = json::parse(command_outcome(kRequest, fail(Code::kInternal, "no"), true));
  EXPECT_EQ(broken->at("reason").as_string(), "InternalError");
  EXPECT_EQ(broken->at("code").as_int(), 500);
}

TEST(CommandOutcome, IsASentenceForOldClientsAndNothingOnSuccess) {
  EXPECT_EQ(command_outcome(kRequest, 0, false), "");
  EXPECT_EQ(command_outcome(kRequest, fail(Code::kInternal, "no"), false),
            "Internal error occurred: error executing command in container: no");
}

class RemoteCommandTest : public testing::Test {
 protected:
  std::shared_ptr<RemoteCommand> start(CommandStreams wanted, std::vector<std::string> command) {
    auto remote = std::make_shared<RemoteCommand>(wanted, true);
    client::ProcessRequest request = kRequest;
    request.command = std::move(command);
    remote->set_process(pods_.exec(request, remote->streams(), remote->on_exit(request)).value());
    return remote;
  }

  // Everything the connection says until it waits or ends, as messages.
  std::vector<std::string> messages(http::Upgrade& upgrade) {
    std::string output;
    do {
      state_ = upgrade.poll(output);
    } while (state_ == State::kData);
    std::vector<std::string> messages;
    std::string_view rest = output;
    while (!rest.empty()) {
      rest.remove_prefix(client_.feed(rest));
      if (auto message = client_.take_message()) {
        messages.push_back(std::move(message->data));
      }
    }
    return messages;
  }
  void say(http::Upgrade& upgrade, const std::string& message) {
    client_.send(http::WebSocket::Type::kBinary, message);
    EXPECT_EQ(upgrade.take(client_.output()), client_.output().size());
    client_.output().clear();
  }

  TestPods pods_;
  State state_ = State::kPending;
  http::WebSocket client_{http::WebSocket::Role::kClient};
};

TEST_F(RemoteCommandTest, RunsInTheChannelsOfAWebSocket) {
  StreamProtocol protocol;
  protocol.name = "v5.channel.k8s.io";
  const auto upgrade = websocket_command(
      protocol, start({.in = true, .out = true, .err = true, .tty = true}, {"cat"}));
  EXPECT_EQ(messages(*upgrade), (std::vector<std::string>{"\1", "\1in c:", "\2warning"}));
  EXPECT_EQ(state_, State::kPending);
  say(*upgrade, std::string("\0hello", 6));
  EXPECT_EQ(messages(*upgrade), (std::vector<std::string>{"\1hello"}));
  say(*upgrade, "\4{\"Width\":80,\"Height\":24}");
  ASSERT_EQ(pods_.sizes.size(), 1U);
  EXPECT_EQ(pods_.sizes[0].width, 80);
  EXPECT_EQ(pods_.sizes[0].height, 24);
  say(*upgrade, std::string("\xff\0", 2));
  EXPECT_EQ(messages(*upgrade),
            (std::vector<std::string>{"\3{\"metadata\":{},\"status\":\"Success\"}"}));
  EXPECT_EQ(state_, State::kEnd);
}

TEST_F(RemoteCommandTest, IgnoresSizesThatAreNotUnderstood) {
  StreamProtocol protocol;
  const auto upgrade =
      websocket_command(protocol, start({.in = true, .out = true, .tty = true}, {"cat"}));
  say(*upgrade, "\4nonsense}{\"Width\":1,");
  EXPECT_TRUE(pods_.sizes.empty());
  say(*upgrade, "\4\"Height\":70000}");
  ASSERT_EQ(pods_.sizes.size(), 1U);
  EXPECT_EQ(pods_.sizes[0].height, 65535);
}

TEST_F(RemoteCommandTest, LetsGoOfTheProcessWithTheConnection) {
  StreamProtocol protocol;
  {
    const auto upgrade = websocket_command(protocol, start({.in = true, .out = true}, {"cat"}));
    EXPECT_EQ(pods_.processes, 1);
  }
  EXPECT_EQ(pods_.processes, 0);
}

}  // namespace
}  // namespace sluice::streams
