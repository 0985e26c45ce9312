// SPDX-License-Identifier: Apache-2.0
#include "pod/http_check.h"

#include "base/go_text.h"
#include "base/text.h"
#include "http/backend.h"
#include "http/tls.h"

namespace sluice::pod {
namespace {

constexpr std::size_t kMostBody = 10 * 1024;
constexpr int kMostRedirects = 10;

std::uint16_t default_port(bool tls) {
  return tls ? 443 : 80;
}

std::string rooted(std::string_view target) {
  return target.starts_with('/') ? std::string(target) : "/" + std::string(target);
}

// "host", "host:80", "[::1]:80"; false when it is none of them.
bool set_authority(Location& location, std::string_view authority) {
  location.port = default_port(location.tls);
  const std::size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
    const auto port = parse_int(authority.substr(colon + 1)).value_or(0);
    location.port = port > 0 && port <= 65535 ? static_cast<std::uint16_t>(port) : 0;
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  location.host = std::string(authority);
  return location.port != 0 && !location.host.empty();
}

Location first_location(const NetworkCheck& check) {
  const Action& action = check.action;
  return {.tls = action.tls,
          .host = action.host.empty() ? check.pod_address : action.host,
          .port = action.port,
          .target = rooted(action.path.substr(0, action.path.find('#')))};
}

// Fills in what the pod's author left open; an empty Accept asks for none.
http::Headers headers_for(const NetworkCheck& check, const Location& location) {
  http::Headers given;
  for (const HttpHeader& header : check.action.headers) {
    given.add(header.name, header.value);
  }
  http::Headers result;
  const std::string_view host = given.get("Host");
  result.add("Host", host.empty() ? endpoint(location.host, location.port) : std::string(host));
  for (const auto& [name, value] : given) {
    const bool empty_accept = http::same_name(name, "Accept") && value.empty();
    if (!http::same_name(name, "Host") && !empty_accept) {
      result.add(name, value);
    }
  }
  const auto has = [&](std::string_view name) {
    for (const auto& field : given) {
      if (http::same_name(field.first, name)) {
        return true;
      }
    }
    return false;
  };
  if (!has("User-Agent")) {
    result.add("User-Agent",
               check.purpose == Purpose::kProbe ? "kube-probe/1.35" : "kube-lifecycle/1.35");
  }
  if (!has("Accept")) {
    result.add("Accept", "*/*");
  }
  result.add("Connection", "close");
  return result;
}

struct Answer {
  int status = 0;
  std::string location;
  std::string body;  // of redirects only
};

Result<Answer> get(const NetworkCheck& check, const Location& location, SteadyTime deadline) {
  Pump pump;
  http::SslContextPtr tls;
  if (location.tls) {
    TRY_ASSIGN(tls, http::unverified_client_tls_context());
  }
  const Duration left = deadline - RealClock().steady();
  TRY_ASSIGN(auto answer,
             http::ask_backend(pump, {location.host, location.port, tls.get()},
                               {"GET", location.target, headers_for(check, location), ""}, left));
  Answer result{answer.status, std::string(answer.headers.get("Location")), ""};
  if (answer.body != nullptr && result.status >= 300 && result.status < 400) {
    result.body = http::whole_body(answer, kMostBody, left).value_or("");
  }
  return result;
}

std::string in_go_words(const Error& error, const Location& location, SteadyTime deadline) {
  if (RealClock().steady() >= deadline) {
    return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  }
  const std::string connecting = "connecting to " + endpoint(location.host, location.port) + ": ";
  const std::size_t at = error.message.find(connecting);
  if (at == std::string::npos) {
    return error.message;
  }
  return "dial tcp " + endpoint(location.host, location.port) +
         ": connect: " + to_lower(error.message.substr(at + connecting.size()));
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

CheckResult verdict(const Answer& answer) {
  if (answer.status < 200 || answer.status >= 400) {
    return {Outcome::kFailure,
            "HTTP probe failed with statuscode: " + std::to_string(answer.status)};
  }
  if (answer.status >= 300) {
    return {Outcome::kWarning, "Probe terminated redirects, Response body: " + answer.body};
  }
  return {};
}

}  // namespace

std::string Location::url() const {
  return (tls ? "https://" : "http://") + endpoint(host, port) + target;
}

std::optional<Location> redirected(const Location& from, std::string_view header) {
  Location to = from;
  header = header.substr(0, header.find('#'));
  const std::size_t scheme_end = header.find("://");
  if (scheme_end != std::string_view::npos && scheme_end < header.find_first_of("/?")) {
    const std::string scheme = to_lower(header.substr(0, scheme_end));
    to.tls = scheme == "https";
    header.remove_prefix(scheme_end + 1);
    if (!to.tls && scheme != "http") {
      return std::nullopt;
    }
  }
  if (header.starts_with("//")) {
    header.remove_prefix(2);
    const std::size_t path = std::min(header.find_first_of("/?"), header.size());
    to.target = rooted(header.substr(path));
    return set_authority(to, header.substr(0, path)) ? std::optional(to) : std::nullopt;
  }
  if (header.empty()) {
    return std::nullopt;
  }
  const std::size_t directory = from.target.substr(0, from.target.find('?')).rfind('/');
  to.target = header.starts_with('/') ? std::string(header)
                                      : from.target.substr(0, directory + 1) + std::string(header);
  return to;
}

CheckResult check_http(const NetworkCheck& check) {
  const SteadyTime deadline = RealClock().steady() + check.timeout;
  const Location first = first_location(check);
  Location location = first;
  for (int redirects = 0; redirects < kMostRedirects; ++redirects) {
    const auto answer = get(check, location, deadline);
    if (!answer) {
      return {Outcome::kFailure, "Get " + go_quoted(location.url()) + ": " +
                                     in_go_words(answer.error(), location, deadline)};
    }
    if (check.purpose == Purpose::kHook && !is_redirect(answer->status)) {
      return {};
    }
    const auto next =
        is_redirect(answer->status) ? redirected(location, answer->location) : std::nullopt;
    const bool leaves = next && next->host != first.host && check.purpose == Purpose::kProbe;
    if (!next || leaves) {
      return check.purpose == Purpose::kHook ? CheckResult{} : verdict(*answer);
    }
    location = *next;
  }
  return {Outcome::kFailure, "Get " + go_quoted(location.url()) + ": stopped after 10 redirects"};
}

}  // namespace sluice::pod
