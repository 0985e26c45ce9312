// SPDX-License-Identifier: Apache-2.0
// The rules for the three variables are nowhere written down; these are those of Go's programs,
// which container tools follow.
#include "http/proxy.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "http/percent.h"

namespace sluice::http {
namespace {

constexpr std::uint16_t kUsualPort = 80;

// An address as bits: IPv4 as 4 bytes, IPv6 as 16.
std::string address_bytes(const std::string& text) {
  std::array<char, 16> bytes{};
  if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) {
    return {bytes.data(), 4};
  }
  return ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1 ? std::string(bytes.data(), 16)
                                                                : "";
}

bool is_in_network(const std::string& host, std::string_view network) {
  const std::size_t slash = network.find('/');
  const std::string address = address_bytes(host);
  const std::string base = address_bytes(std::string(network.substr(0, slash)));
  const auto bits = parse_int(network.substr(slash + 1)).value_or(-1);
  if (address.empty() || address.size() != base.size() || bits < 0 ||
      bits > static_cast<std::int64_t>(8 * base.size())) {
    return false;
  }
  for (std::int64_t bit = 0; bit < bits; ++bit) {
    const auto at = static_cast<std::size_t>(bit / 8);
    if ((static_cast<unsigned>(address[at] ^ base[at]) >> (7 - bit % 8) & 1U) != 0) {
      return false;
    }
  }
  return true;
}

bool is_this_machine(const std::string& host) {
  return host == "localhost" || is_in_network(host, "127.0.0.0/8") || host == "::1";
}

bool is_named(const Url& server, std::string_view entry) {
  if (entry == "*") {
    return true;
  }
  if (entry.find('/') != std::string_view::npos) {
    return is_in_network(server.host, entry);
  }
  const bool bare_v6 = std::count(entry.begin(), entry.end(), ':') > 1 && entry.front() != '[';
  const auto where =
      bare_v6 ? Result<HostPort>(HostPort{std::string(entry)}) : parse_host_port(entry, 0);
  if (!where || (where->port != 0 && where->port != server.port)) {
    return false;
  }
  const std::string name = to_lower(where->host);
  const std::string host = to_lower(server.host);
  const bool only_below = name.starts_with('.');
  return (!only_below && host == name) || host.ends_with(only_below ? name : "." + name);
}

Result<Proxy> parse_proxy(std::string_view text, std::string_view variable) {
  const auto wrong =
      fail(Code::kInvalid, std::string(variable) + ": expected http://host:port, or host:port");
  if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos) {
    if (to_lower(text.substr(0, scheme)) != "http") {
      return wrong;
    }
    text.remove_prefix(scheme + 3);
  }
  text = text.substr(0, text.find('/'));
  Proxy proxy;
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    const auto user = percent_decode(text.substr(0, at));
    if (!user) {
      return wrong;
    }
    proxy.authorization = "Basic " + base64_encode(*user);
    text.remove_prefix(at + 1);
  }
  const auto where = parse_host_port(text, kUsualPort);
  if (!where) {
    return wrong;
  }
  proxy.host = where->host;
  proxy.port = where->port;
  return proxy;
}

}  // namespace

Result<std::optional<Proxy>> proxy_for(const ProxySettings& settings, const Url& server) {
  const std::string& text = server.plain ? settings.http : settings.https;
  if (text.empty() || is_this_machine(server.host)) {
    return std::nullopt;
  }
  for (const std::string_view entry : split(settings.none, ',')) {
    if (!trim(entry).empty() && is_named(server, trim(entry))) {
      return std::nullopt;
    }
  }
  TRY_ASSIGN(Proxy proxy, parse_proxy(text, server.plain ? "HTTP_PROXY" : "HTTPS_PROXY"));
  return proxy;
}

}  // namespace sluice::http
