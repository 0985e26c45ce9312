// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "http/channel.h"
#include "http/parser.h"
#include "http/wire.h"

namespace sluice::http {

// HTTP/1.1 over one connection: requests one after the other. Lives in its coroutine's frame,
// beside the channel.
class Session {
 public:
  explicit Session(Channel& channel) : channel_(channel), loop_(channel.loop()) {}

  Awaitable<void> run();

 private:
  // References passed to these name objects in the frames of their callers, which wait for them.
  Awaitable<bool> read_request(MessageParser& parser);
  Awaitable<void> send_continue(MessageParser& parser, bool& sent);
  Awaitable<void> answer(MessageParser& parser);
  Awaitable<void> refuse(int status, std::string message);
  Awaitable<Response> handle(Request request, bool head_only);
  void send_at_once(Response& response, bool head_only);
  std::string output_of(Response& response, bool head_only) const;
  Awaitable<void> send(Response response, bool head_only);
  Awaitable<void> send_stream(Response response, bool chunked);
  struct StreamFlow;
  Result<void> push(StreamFlow& flow);
  bool push_at_once(StreamFlow& flow);
  Awaitable<void> await_stream(StreamFlow& flow);
  struct UpgradeFlow;
  Awaitable<void> run_upgrade(Response response);
  Awaitable<void> await_flow(UpgradeFlow& flow);
  Result<bool> move_output(UpgradeFlow& flow);
  Result<bool> move_input(UpgradeFlow& flow);
  void watch_socket();
  bool drain_input();

  Channel& channel_;
  Loop& loop_;
  bool keep_alive_ = true;
  // What is left of an answer that was sent where it was made; none: it was not.
  std::optional<Result<std::string>> unsent_;
};

// The whole life of one connection. `loop` outlives it.
Awaitable<void> serve_connection(Loop& loop, UniqueFd fd);

}  // namespace sluice::http
