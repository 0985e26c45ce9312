// SPDX-License-Identifier: Apache-2.0
#include "streams/serve.h"

#include <array>

namespace sluice::streams {
namespace {

constexpr auto kCommandWebSocket = std::to_array<std::string_view>(
    {"", "v5.channel.k8s.io", "v4.channel.k8s.io", "v4.base64.channel.k8s.io", "v3.channel.k8s.io",
     "v3.base64.channel.k8s.io", "v2.channel.k8s.io", "v2.base64.channel.k8s.io", "channel.k8s.io",
     "base64.channel.k8s.io"});
constexpr auto kCommandSpdy = std::to_array<std::string_view>(
    {"v4.channel.k8s.io", "v3.channel.k8s.io", "v2.channel.k8s.io", "channel.k8s.io"});
constexpr auto kForwardWebSocket =
    std::to_array<std::string_view>({"", "v4.channel.k8s.io", "v4.base64.channel.k8s.io"});
constexpr auto kForwardSpdy = std::to_array<std::string_view>({"portforward.k8s.io"});

tl::unexpected<Refusal> refuse(Error error) {
  return tl::unexpected(Refusal{std::move(error)});
}

}  // namespace

Answer<http::Response> serve_command(const http::Request& request, CommandKind kind,
                                     const client::ProcessRequest& wanted,
                                     const CommandStreams& streams,
                                     const Surroundings& surroundings) {
  auto protocol =
      negotiate_protocol(request, {.websocket = kCommandWebSocket, .spdy = kCommandSpdy});
  if (!protocol) {
    return tl::unexpected(std::move(protocol).error());
  }
  auto command = std::make_shared<RemoteCommand>(streams, protocol->json_status());
  const auto start =
      kind == CommandKind::kExec ? &client::PodAccess::exec : &client::PodAccess::attach;
  auto process = (surroundings.pods.*start)(wanted, command->streams(), command->on_exit(wanted));
  if (!process) {
    return refuse(process.error());
  }
  command->set_process(std::move(*process));
  auto upgrade = protocol->transport == StreamProtocol::Transport::kSpdy
                     ? spdy_command(*protocol, command, surroundings.clock, surroundings.alarms)
                     : websocket_command(*protocol, command);
  return upgrade_to(std::move(*protocol), std::move(upgrade));
}

Answer<http::Response> serve_port_forward(const http::Request& request,
                                          const ForwardTarget& target) {
  const auto ports = parse_ports(request.target);
  if (!ports) {
    return refuse(ports.error());
  }
  auto protocol = negotiate_protocol(
      request, {.websocket = kForwardWebSocket, .spdy = kForwardSpdy, .tunnel = true});
  if (!protocol) {
    return tl::unexpected(std::move(protocol).error());
  }
  if (protocol->transport != StreamProtocol::Transport::kWebSocket) {
    return upgrade_to(std::move(*protocol), spdy_port_forward(target));
  }
  if (ports->empty()) {
    return refuse({Code::kBadRequest, "query parameter \"ports\" is required"});
  }
  auto upgrade = websocket_port_forward(*protocol, target, *ports);
  return upgrade_to(std::move(*protocol), std::move(upgrade));
}

}  // namespace sluice::streams
