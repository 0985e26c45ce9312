// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/pod_streams.h"

#include <array>

#include "apiserver/pod_logs.h"
#include "apiserver/streams/port_forward.h"
#include "apiserver/streams/remote_command.h"
#include "apiserver/streams/websocket_stream.h"

namespace sluice::apiserver {

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

// From the URL's query; BadRequest when nothing is asked for.
Result<CommandStreams> wanted_streams(const http::Target& target) {
  CommandStreams wanted{.in = flag(target, "stdin"),
                        .out = flag(target, "stdout"),
                        .err = flag(target, "stderr"),
                        .tty = flag(target, "tty")};
  wanted.err = wanted.err && !wanted.tty;  // a terminal has one output
  if (!wanted.in && !wanted.out && !wanted.err) {
    return fail(Code::kBadRequest, "you must specify at least 1 of stdin, stdout, stderr");
  }
  return wanted;
}

Result<client::ProcessRequest> process_request(const Call& call, const json::Value& pod,
                                               const CommandStreams& wanted) {
  client::ProcessRequest request{.pod = call.key(), .tty = wanted.tty};
  TRY_ASSIGN(request.container, choose_container(pod, call.option("container")));
  for (const auto& [name, value] : call.request.target.query) {
    if (name == "command" && call.info.subresource == "exec") {
      request.command.push_back(value);
    }
  }
  if (request.command.empty() && call.info.subresource == "exec") {
    return fail(Code::kBadRequest, "you must specify at least one command for the container");
  }
  return request;
}

bool is_stream_verb(const Call& call) {
  return call.info.verb == "get" || call.info.verb == "create";
}

}  // namespace

bool PodStreams::serves(std::string_view subresource) {
  return subresource == "log" || subresource == "exec" || subresource == "attach" ||
         subresource == "portforward";
}

bool PodStreams::needs_create(const RequestInfo& info) {
  return info.is_resource && info.verb == "get" && info.resource == "pods" &&
         info.subresource != "log" && serves(info.subresource);
}

http::Response PodStreams::handle(const Call& call) const {
  const bool is_log = call.info.subresource == "log";
  if (is_log ? call.info.verb != "get" : !is_stream_verb(call)) {
    return method_not_allowed();
  }
  const auto stored = parts_.registry.get(call.kind, call.key());
  if (!stored) {
    return refuse(call, stored.error());
  }
  const auto pod = stored->decode();
  if (!pod) {
    return refuse(call, pod.error());
  }
  if (is_log) {
    return log(call, *pod);
  }
  return call.info.subresource == "portforward" ? port_forward(call, *pod) : command(call, *pod);
}

Result<client::PodAccess*> PodStreams::kubelet_of(const json::Value& pod) const {
  if (pod.at("spec", "nodeName").as_string().empty()) {
    return fail(Code::kBadRequest, "pod " + api::name(pod) + " does not have a host assigned");
  }
  if (parts_.access == nullptr) {
    return fail(Code::kUnavailable, "no kubelet serves the pods here");
  }
  return parts_.access;
}

http::Response PodStreams::log(const Call& call, const json::Value& pod) const {
  auto stream = open_log(call, pod);
  if (!stream) {
    return refuse(call, stream.error());
  }
  if (wants_websocket(call.request)) {
    return log_over_websocket(call.request, std::move(*stream));
  }
  http::Response response;
  if (*stream == nullptr) {
    response.status = 204;
    response.content_type.clear();
    return response;
  }
  response.content_type = "text/plain";
  response.stream = std::move(*stream);
  return response;
}

// No stream: the pod has no node yet, and so an empty log.
Result<std::unique_ptr<Stream>> PodStreams::open_log(const Call& call,
                                                     const json::Value& pod) const {
  auto query = parse_log_query(call.request.target);
  if (!query) {
    const bool invalid = query.error().code == Code::kInvalid;
    return tl::unexpected(invalid
                              ? with_context(std::move(query).error(),
                                             "PodLogOptions \"" + call.info.name + "\" is invalid")
                              : std::move(query).error());
  }
  TRY_ASSIGN(query->container, choose_container(pod, query->container));
  if (pod.at("spec", "nodeName").as_string().empty()) {
    return nullptr;
  }
  TRY(check_log_available(pod, *query));
  TRY_ASSIGN(client::PodAccess * access, kubelet_of(pod));
  return access->log(call.key(), *query);
}

http::Response PodStreams::command(const Call& call, const json::Value& pod) const {
  const auto access = kubelet_of(pod);
  if (!access) {
    return refuse(call, access.error());
  }
  const auto wanted = wanted_streams(call.request.target);
  if (!wanted) {
    return refuse(call, wanted.error());
  }
  const auto request = process_request(call, pod, *wanted);
  if (!request) {
    return refuse(call, request.error());
  }
  auto protocol =
      negotiate_protocol(call.request, {.websocket = kCommandWebSocket, .spdy = kCommandSpdy});
  if (!protocol) {
    return std::move(protocol).error();
  }
  auto command = std::make_shared<RemoteCommand>(*wanted, protocol->json_status());
  const auto start =
      call.info.subresource == "exec" ? &client::PodAccess::exec : &client::PodAccess::attach;
  auto process = ((*access)->*start)(*request, command->streams(), command->on_exit(*request));
  if (!process) {
    return refuse(call, process.error());
  }
  command->set_process(std::move(*process));
  auto upgrade = protocol->transport == StreamProtocol::Transport::kSpdy
                     ? spdy_command(*protocol, command, parts_.clock, parts_.alarms)
                     : websocket_command(*protocol, command);
  return upgrade_to(std::move(*protocol), std::move(upgrade));
}

http::Response PodStreams::port_forward(const Call& call, const json::Value& pod) const {
  const auto access = kubelet_of(pod);
  if (!access) {
    return refuse(call, access.error());
  }
  const auto ports = parse_ports(call.request.target);
  if (!ports) {
    return refuse(call, ports.error());
  }
  auto protocol = negotiate_protocol(
      call.request, {.websocket = kForwardWebSocket, .spdy = kForwardSpdy, .tunnel = true});
  if (!protocol) {
    return std::move(protocol).error();
  }
  const ForwardTarget target{**access, call.key(), api::uid(pod)};
  if (protocol->transport != StreamProtocol::Transport::kWebSocket) {
    return upgrade_to(std::move(*protocol), spdy_port_forward(target));
  }
  if (ports->empty()) {
    return refuse(call, {Code::kBadRequest, "query parameter \"ports\" is required"});
  }
  auto upgrade = websocket_port_forward(*protocol, target, *ports);
  return upgrade_to(std::move(*protocol), std::move(upgrade));
}

}  // namespace sluice::apiserver
