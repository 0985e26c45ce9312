// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/pod_streams.h"

#include "apiserver/streams/websocket_stream.h"
#include "streams/pod_logs.h"
#include "streams/serve.h"

namespace sluice::apiserver {

namespace {

// From the URL's query; BadRequest when nothing is asked for.
Result<streams::CommandStreams> wanted_streams(const http::Target& target) {
  streams::CommandStreams wanted{.in = flag(target, "stdin"),
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
                                               const streams::CommandStreams& wanted) {
  client::ProcessRequest request{.pod = call.key(), .tty = wanted.tty};
  TRY_ASSIGN(request.container, streams::choose_container(pod, call.option("container")));
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

http::Response answer(const Call& call, streams::Answer<http::Response> served) {
  if (served) {
    return std::move(*served);
  }
  http::Response refusal = refuse(call, served.error().error);
  for (const auto& [name, value] : served.error().headers) {
    refusal.headers.add(name, value);
  }
  return refusal;
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
  auto elsewhere = parts_.kubelets == nullptr ? Result<std::optional<ProxyTarget>>(std::nullopt)
                                              : parts_.kubelets->find(*pod);
  if (!elsewhere) {
    return refuse(call, elsewhere.error());
  }
  if (*elsewhere) {
    return pass_on(call, *pod, **elsewhere);
  }
  if (is_log) {
    return log(call, *pod);
  }
  return call.info.subresource == "portforward" ? port_forward(call, *pod) : command(call, *pod);
}

http::Response PodStreams::pass_on(const Call& call, const json::Value& pod,
                                   const ProxyTarget& kubelet) const {
  std::string container;
  if (call.info.subresource != "portforward") {
    auto chosen = streams::choose_container(pod, call.option("container"));
    if (!chosen) {
      return refuse(call, chosen.error());
    }
    container = *std::move(chosen);
  }
  return parts_.kubelets->pass_on(call, kubelet, container);
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
  auto query = streams::parse_log_query(call.request.target);
  if (!query) {
    const bool invalid = query.error().code == Code::kInvalid;
    return tl::unexpected(invalid
                              ? with_context(std::move(query).error(),
                                             "PodLogOptions \"" + call.info.name + "\" is invalid")
                              : std::move(query).error());
  }
  TRY_ASSIGN(query->container, streams::choose_container(pod, query->container));
  if (pod.at("spec", "nodeName").as_string().empty()) {
    return nullptr;
  }
  TRY(streams::check_log_available(pod, *query));
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
  const auto kind =
      call.info.subresource == "exec" ? streams::CommandKind::kExec : streams::CommandKind::kAttach;
  return answer(call, streams::serve_command(call.request, kind, *request, *wanted,
                                             {**access, parts_.clock, parts_.alarms}));
}

http::Response PodStreams::port_forward(const Call& call, const json::Value& pod) const {
  const auto access = kubelet_of(pod);
  if (!access) {
    return refuse(call, access.error());
  }
  return answer(call,
                streams::serve_port_forward(call.request, {**access, call.key(), api::uid(pod)}));
}

}  // namespace sluice::apiserver
