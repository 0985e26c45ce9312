// SPDX-License-Identifier: Apache-2.0
//
// Channels of *.channel.k8s.io: the first byte of a message says which. 0 is the program's input,
// 1 and 2 what it prints, 3 how it ended: a Status. [255, 0] ends channel 0 (v5).
#include "remote/pod_commands.h"

#include <algorithm>

#include "base/text.h"
#include "http/websocket/client.h"
#include "json/text.h"
#include "remote/resource_path.h"
#include "remote/status_error.h"

namespace sluice::remote {
namespace {

constexpr std::string_view kProtocols = "v5.channel.k8s.io, v4.channel.k8s.io";
constexpr std::size_t kPiece = 32 * 1024;

std::string target_of(const Endpoint& endpoint, const client::PodCommand& command) {
  std::string target = endpoint.path_prefix + object_path(api::kinds::pod(), command.pod) +
                       "/exec" +
                       query({{"container", command.container},
                              {"stdin", command.input.empty() ? "" : "true"},
                              {"stdout", "true"},
                              {"stderr", "true"}});
  for (const std::string& word : command.argv) {
    target += "&command=" + http::percent_encode(word);
  }
  return target;
}

Result<void> send_input(http::WebSocketClient& socket, std::string_view input,
                        SteadyTime deadline) {
  if (input.empty()) {
    return {};
  }
  if (!socket.protocol().starts_with("v5.")) {
    return fail(Code::kUnsupported, "the API server cannot end a program's input; it is too old");
  }
  while (!input.empty()) {
    const std::string_view piece = input.substr(0, kPiece);
    TRY(socket.send(std::string(1, '\0') + std::string(piece), deadline));
    input.remove_prefix(piece.size());
  }
  return socket.send(std::string("\xff\0", 2), deadline);
}

void append(std::string& into, std::string_view data) {
  into += data.substr(0, client::kMostOutput - std::min(client::kMostOutput, into.size()));
}

// How it ended, in the words of the kubelet.
Result<int> exit_code_of(std::string_view text) {
  const auto status = json::parse(text);
  if (!status) {
    return fail(Code::kUnavailable, "unreadable outcome of a command: " + status.error().message);
  }
  if (status->at("status").as_string() == "Success") {
    return 0;
  }
  for (const json::Value& cause : status->at("details", "causes").as_array()) {
    const auto code = parse_int(cause.at("message").as_string());
    if (cause.at("reason").as_string() == "ExitCode" && code) {
      return static_cast<int>(*code);
    }
  }
  return fail(Code::kUnavailable, status->at("message").as_string());
}

}  // namespace

Result<client::CommandOutput> PodCommands::run(const client::PodCommand& command) {
  const SteadyTime deadline = RealClock().steady() + command.timeout;
  TRY_ASSIGN(const http::WebSocketClient::Opened opened,
             http::WebSocketClient::open(endpoint_.connection, target_of(endpoint_, command),
                                         kProtocols, deadline));
  if (opened.socket == nullptr) {
    return tl::unexpected(response_error(opened.refused.status, opened.refused.body));
  }
  TRY(send_input(*opened.socket, command.input, deadline));
  client::CommandOutput output;
  std::string outcome;
  while (true) {
    TRY_ASSIGN(const auto message, opened.socket->next(deadline));
    if (!message) {
      break;
    }
    const std::string_view data = message->data;
    const char channel = data.empty() ? '\0' : data.front();
    if (channel == 1 || channel == 2) {
      append(channel == 1 ? output.out : output.err, data.substr(1));
    } else if (channel == 3) {
      outcome += data.substr(1);
    }
  }
  TRY_ASSIGN(output.exit_code, exit_code_of(outcome));
  return output;
}

}  // namespace sluice::remote
