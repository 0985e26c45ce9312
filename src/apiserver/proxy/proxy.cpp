// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/proxy.h"

#include "apiserver/proxy/rewrite.h"
#include "http/websocket/handshake.h"

namespace sluice::apiserver {

namespace {

// Who upgrades follows no links, nor a redirection.
bool wants_slash(const Call& call) {
  const http::Request& request = call.request;
  const std::string_view upgrade = request.headers.get("Upgrade");
  const bool upgrades = !upgrade.empty() && http::wants_upgrade(request.headers, upgrade);
  return call.info.subpath.empty() && (request.method == "GET" || request.method == "HEAD") &&
         !upgrades;
}

// The root of what is behind a proxy ends with a slash, so that relative links work.
http::Response add_slash(const http::Request& request) {
  http::Response response;
  response.status = 301;
  response.content_type = "";
  std::string location = request.target.path + "/";
  for (const auto& [name, value] : request.target.query) {
    location += (location.back() == '/' ? "?" : "&") + http::percent_encode(name) + "=" +
                http::percent_encode(value);
  }
  response.headers.add("Location", location);
  return response;
}

}  // namespace

Result<ProxyTarget> Proxy::find(const Call& call) const {
  TRY_ASSIGN(const ProxyName name,
             parse_proxy_name(std::string(call.kind.singular), call.info.name));
  if (call.kind.plural == "pods") {
    return addresses_.pod(call.info.ns, name);
  }
  return call.kind.plural == "services" ? addresses_.service(call.info.ns, name)
                                        : addresses_.node(name);
}

http::Response Proxy::handle(const Call& call) const {
  const auto target = find(call);
  if (!target) {
    return refuse(call, target.error());
  }
  if (wants_slash(call)) {
    return add_slash(call.request);
  }
  const std::string& whole = call.request.target.path;
  const ProxyPath path{.prefix = whole.substr(0, whole.size() - call.info.subpath.size()),
                       .rest = call.info.subpath};
  const std::string host = target->authority();
  const WaitingRoom::Seat seat = backends_.enter(*target);
  if (!seat) {
    return no_seat_response();
  }
  auto answer = backends_.ask(*target, backend_request(call.request, path));
  if (!answer) {
    return refuse(call, with_context(std::move(answer).error(), "error trying to reach service"));
  }
  return proxy_response(std::move(*answer), path,
                        {host, std::string(call.request.headers.get("Host"))});
}

}  // namespace sluice::apiserver
