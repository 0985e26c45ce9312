// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/rewrite.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "http/websocket/handshake.h"

namespace sluice::apiserver {

namespace {

// Of one connection only (RFC 9110, section 7.6.1), or written anew.
constexpr auto kOwnHeaders = std::to_array<std::string_view>(
    {"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
     "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length"});

bool is_own(std::string_view name, const std::vector<std::string>& connection_options) {
  const auto same = [&](std::string_view other) { return http::same_name(name, other); };
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(), same) ||
         std::any_of(connection_options.begin(), connection_options.end(), same);
}

std::string encode_path(std::string_view path) {
  std::string text;
  for (const std::string_view part : split(path.empty() ? "/" : path, '/')) {
    text += (text.empty() && part.empty() ? "" : http::percent_encode(part)) + "/";
  }
  text.pop_back();
  return text.empty() ? "/" : text;
}

std::string encode_query(const http::Target& target) {
  std::string text;
  for (const auto& [name, value] : target.query) {
    text +=
        (text.empty() ? "?" : "&") + http::percent_encode(name) + "=" + http::percent_encode(value);
  }
  return text;
}

std::string address_without_port(const std::string& address) {
  return address.substr(0, address.rfind(':'));
}

}  // namespace

http::BackendRequest backend_request(const http::Request& request, const ProxyPath& path) {
  http::BackendRequest out{.method = request.method,
                           .target = encode_path(path.rest) + encode_query(request.target),
                           .headers = {},
                           .body = request.body};
  const auto options = http::header_entries(request.headers, "Connection");
  for (const auto& [name, value] : request.headers) {
    if (!is_own(name, options) && !http::same_name(name, "Authorization")) {
      out.headers.add(name, value);
    }
  }
  const std::string_view upgrade = request.headers.get("Upgrade");
  if (!upgrade.empty() && http::wants_upgrade(request.headers, upgrade)) {
    out.headers.add("Connection", "Upgrade");
    out.headers.add("Upgrade", std::string(upgrade));
  } else {
    out.headers.add("Connection", "close");
  }
  out.headers.add("X-Forwarded-For", address_without_port(request.peer.address));
  out.headers.add("X-Forwarded-Uri", encode_path(request.target.path));
  return out;
}

std::string rewrite_location(const std::string& location, const std::string& prefix,
                             std::initializer_list<std::string_view> hosts) {
  std::string_view rest = location;
  const std::size_t scheme = rest.find("://");
  if (scheme != std::string_view::npos && rest.substr(0, scheme).find('/') == std::string::npos) {
    rest.remove_prefix(scheme + 3);
    const std::string_view host = rest.substr(0, rest.find('/'));
    if (std::find(hosts.begin(), hosts.end(), host) == hosts.end()) {
      return location;
    }
    rest.remove_prefix(host.size());
  }
  const bool relative = !rest.starts_with('/') && !rest.empty();
  if (relative || rest.starts_with("//") || rest.starts_with(prefix)) {
    return relative || rest.starts_with("//") ? location : std::string(rest);
  }
  return prefix + std::string(rest.empty() ? "/" : rest);
}

http::Response proxy_response(http::BackendAnswer answer, const ProxyPath& path,
                              std::initializer_list<std::string_view> hosts) {
  http::Response response;
  response.status = answer.status;
  response.content_type = "";
  const auto options = http::header_entries(answer.headers, "Connection");
  const bool upgraded = answer.upgrade != nullptr;
  if (upgraded) {
    response = http::upgrade_response(answer.headers.get("Upgrade"));
  }
  for (const auto& [name, value] : answer.headers) {
    if (is_own(name, options)) {
      continue;
    }
    if (http::same_name(name, "Content-Type") && !upgraded) {
      response.content_type = value;
    } else if (http::same_name(name, "Location")) {
      response.headers.add(name, rewrite_location(value, path.prefix, hosts));
    } else {
      response.headers.add(name, value);
    }
  }
  response.stream = std::move(answer.body);
  response.upgrade = std::move(answer.upgrade);
  return response;
}

}  // namespace sluice::apiserver
