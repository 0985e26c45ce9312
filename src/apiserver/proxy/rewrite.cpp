// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/rewrite.h"

#include <algorithm>
#include <array>
#include <optional>

#include "apiserver/media_type.h"
#include "apiserver/proxy/html_stream.h"
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

// What a path may hold as it is ("https:web:443"), stays as it is.
std::string encode_part(std::string_view part) {
  constexpr std::string_view kPlain = "$&+,:;=@";
  std::string text;
  for (const char& c : part) {
    text += kPlain.find(c) == kPlain.npos ? http::percent_encode({&c, 1}) : std::string(1, c);
  }
  return text;
}

std::string encode_path(std::string_view path) {
  std::string text;
  for (const std::string_view part : split(path.empty() ? "/" : path, '/')) {
    text += encode_part(part) + "/";
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

// Whom a backend lets in from other sites is not for it to say here, where it is one of many.
constexpr auto kSharing = std::to_array<std::string_view>(
    {"Access-Control-Allow-Credentials", "Access-Control-Allow-Headers",
     "Access-Control-Allow-Methods", "Access-Control-Allow-Origin"});

bool is_sharing(std::string_view name) {
  return std::any_of(kSharing.begin(), kSharing.end(),
                     [&](std::string_view other) { return http::same_name(name, other); });
}

// How a page is packed, if that is known.
struct Packing {
  bool known = false;
  std::optional<http::Inflater::Form> form = {};
};

Packing packing_of(std::string_view encoding) {
  if (encoding.empty()) {
    return {.known = true};
  }
  if (http::same_name(encoding, "gzip")) {
    return {.known = true, .form = http::Inflater::Form::kGzip};
  }
  if (http::same_name(encoding, "deflate")) {
    return {.known = true, .form = http::Inflater::Form::kDeflate};
  }
  return {};
}

// Whole pages have links; a prefix that would end an attribute gets into none.
bool has_links(const http::BackendAnswer& answer, const ProxyPath& path) {
  return answer.upgrade == nullptr && answer.body != nullptr && !path.prefix.empty() &&
         parse_media_type(answer.headers.get("Content-Type")).type == "text/html" &&
         answer.headers.get("Content-Range").empty() &&
         path.prefix.find_first_of("\"'<>& ") == std::string::npos;
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
                             const std::vector<std::string>& hosts) {
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
                              const std::vector<std::string>& hosts) {
  http::Response response;
  response.status = answer.status;
  response.content_type = "";
  const auto options = http::header_entries(answer.headers, "Connection");
  const bool upgraded = answer.upgrade != nullptr;
  const Packing packing = packing_of(trim(answer.headers.get("Content-Encoding")));
  const bool rewritten = packing.known && has_links(answer, path);
  if (upgraded) {
    response = http::upgrade_response(answer.headers.get("Upgrade"));
  }
  for (const auto& [name, value] : answer.headers) {
    if (is_own(name, options) || is_sharing(name) ||
        (rewritten && http::same_name(name, "Content-Encoding"))) {
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
  if (rewritten) {
    response.stream =
        std::make_unique<HtmlStream>(std::move(response.stream), packing.form,
                                     [prefix = path.prefix, hosts](const std::string& url) {
                                       return rewrite_location(url, prefix, hosts);
                                     });
  }
  response.upgrade = std::move(answer.upgrade);
  return response;
}

}  // namespace sluice::apiserver
