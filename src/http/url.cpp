// SPDX-License-Identifier: Apache-2.0
#include "http/url.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::http {

std::string Url::server() const {
  const bool bracketed = host.find(':') != std::string::npos;
  return std::string(plain ? "http://" : "https://") + (bracketed ? "[" + host + "]" : host) + ":" +
         std::to_string(port);
}

Result<HostPort> parse_host_port(std::string_view text, std::uint16_t usual) {
  HostPort result{.host = std::string(text), .port = usual};
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos && !text.ends_with(']')) {
    const auto port = parse_int(text.substr(colon + 1));
    if (!port || *port < 1 || *port > 65535) {
      return fail(Code::kInvalid, "\"" + std::string(text) + "\" has no valid port");
    }
    result.port = static_cast<std::uint16_t>(*port);
    result.host = text.substr(0, colon);
  }
  if (result.host.starts_with('[') && result.host.ends_with(']')) {
    result.host = result.host.substr(1, result.host.size() - 2);
  }
  const bool bad = std::any_of(result.host.begin(), result.host.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '@' || c == '\x7f';
  });
  if (result.host.empty() || bad) {
    return fail(Code::kInvalid, "a URL without a proper host");
  }
  return result;
}

Result<Url> parse_url(std::string_view text) {
  Url url;
  if (starts_with_no_case(text, "http://")) {
    url.plain = true;
    text.remove_prefix(7);
  } else if (starts_with_no_case(text, "https://")) {
    text.remove_prefix(8);
  } else {
    return fail(Code::kInvalid, "a URL that is neither http nor https");
  }
  const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
  TRY_ASSIGN(const HostPort where, parse_host_port(text.substr(0, end), url.plain ? 80 : 443));
  url.host = where.host;
  url.port = where.port;
  const std::string_view rest = text.substr(end, text.find('#', end) - end);
  url.target = (rest.starts_with('/') ? "" : "/") + std::string(rest);
  // Nothing of it may end the request's line early.
  const bool bad = std::any_of(url.target.begin(), url.target.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  });
  if (bad) {
    return fail(Code::kInvalid, "a URL with spaces or control characters");
  }
  return url;
}

Result<Url> resolve_url(const Url& from, std::string_view location) {
  if (location.starts_with("//")) {
    return parse_url(std::string(from.plain ? "http:" : "https:") + std::string(location));
  }
  if (location.starts_with('/')) {
    return parse_url(from.server() + std::string(location));
  }
  const bool has_scheme = location.find(':') < location.find_first_of("/?#");
  if (has_scheme || location.empty() || location.front() == '#') {
    return parse_url(location);
  }
  const std::size_t directory = from.target.substr(0, from.target.find('?')).rfind('/');
  return parse_url(from.server() + from.target.substr(0, directory + 1) + std::string(location));
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace sluice::http
