// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/kubelet_proxy.h"

#include <array>

#include "apiserver/proxy/rewrite.h"
#include "base/text.h"
#include "http/backend.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kAnswerWithin{60};

// Clients' names of streams, and those between API server and kubelet.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFlags{
    {{"stdin", "input"}, {"stdout", "output"}, {"stderr", "error"}, {"tty", "tty"}}};

std::string path_of(const Call& call, const std::string& container) {
  const std::string pod = "/" + call.info.ns + "/" + call.info.name;
  if (call.info.subresource == "portforward") {
    return "/portForward" + pod;
  }
  const std::string verb =
      call.info.subresource == "log" ? "/containerLogs" : "/" + call.info.subresource;
  return verb + pod + "/" + container;
}

}  // namespace

Result<std::optional<ProxyTarget>> KubeletProxy::find(const json::Value& pod) const {
  const std::string& name = pod.at("spec", "nodeName").as_string();
  const auto stored = registry_.get(api::kinds::node(), {"", name});
  if (!stored) {
    return std::nullopt;
  }
  TRY_ASSIGN(const json::Value node, stored->decode());
  if (node.at("status", "daemonEndpoints", "kubeletEndpoint", "Port").as_int() == 0) {
    return std::nullopt;  // always there, 0 for none
  }
  TRY_ASSIGN(ProxyTarget target, ProxyAddresses(registry_).node({.name = name}));
  return target;
}

http::Target kubelet_target(const Call& call, const std::string& container) {
  http::Target target{.path = path_of(call, container), .query = {}};
  const bool is_command = call.info.subresource == "exec" || call.info.subresource == "attach";
  if (is_command) {
    for (const auto& [client_name, kubelet_name] : kFlags) {
      if (flag(call.request.target, client_name)) {
        target.query.emplace_back(kubelet_name, "1");
      }
    }
  }
  for (const auto& [name, value] : call.request.target.query) {
    if (is_command ? name == "command" : name != "container") {
      target.query.emplace_back(name, value);
    }
  }
  return target;
}

http::Response KubeletProxy::pass_on(const Call& call, const ProxyTarget& kubelet,
                                     const std::string& container) const {
  const WaitingRoom::Seat seat = backends_.enter(kubelet);
  if (!seat) {
    return no_seat_response();
  }
  http::Request request = call.request;
  request.target = kubelet_target(call, container);
  auto answer = backends_.ask(kubelet, backend_request(request, {.rest = request.target.path}));
  if (!answer) {
    return refuse(call, with_context(std::move(answer).error(), "error dialing backend"));
  }
  if (answer->status >= 400) {
    const auto text = http::whole_body(*answer, 64 * 1024, kAnswerWithin);
    return error_response({answer->status == 404   ? Code::kNotFound
                           : answer->status == 400 ? Code::kBadRequest
                           : answer->status == 403 ? Code::kForbidden
                                                   : Code::kInternal,
                           std::string(trim(text.value_or("the kubelet refused")))});
  }
  return proxy_response(std::move(*answer), {.rest = request.target.path}, {});
}

}  // namespace sluice::apiserver
