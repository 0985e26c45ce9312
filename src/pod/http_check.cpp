// SPDX-License-Identifier: Apache-2.0
#include "pod/http_check.h"

#include "base/go_text.h"
#include "base/text.h"
#include "http/backend.h"
#include "http/tls.h"
#include "http/url.h"

namespace sluice::pod {
namespace {

constexpr std::size_t kMostBody = 10 * 1024;
constexpr int kMostRedirects = 10;

std::string rooted(std::string_view target) {
  return target.starts_with('/') ? std::string(target) : "/" + std::string(target);
}

http::Url first_location(const NetworkCheck& check) {
  const Action& action = check.action;
  return {.plain = !action.tls,
          .host = action.host.empty() ? check.pod_address : action.host,
          .port = action.port,
          .target = rooted(action.path.substr(0, action.path.find('#')))};
}

// Fills in what the pod's author left open; an empty Accept asks for none.
http::Headers headers_for(const NetworkCheck& check, const http::Url& location) {
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

Result<Answer> get(const NetworkCheck& check, const http::Url& location, SteadyTime deadline) {
  Pump pump;
  http::SslContextPtr tls;
  if (!location.plain) {
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

std::string in_go_words(const Error& error, const http::Url& location, SteadyTime deadline) {
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

CheckResult check_http(const NetworkCheck& check) {
  const SteadyTime deadline = RealClock().steady() + check.timeout;
  const http::Url first = first_location(check);
  http::Url location = first;
  for (int redirects = 0; redirects < kMostRedirects; ++redirects) {
    const auto answer = get(check, location, deadline);
    if (!answer) {
      return {Outcome::kFailure, "Get " + go_quoted(location.text()) + ": " +
                                     in_go_words(answer.error(), location, deadline)};
    }
    const bool sent = http::is_redirect(answer->status);
    if (check.purpose == Purpose::kHook && !sent) {
      return {};
    }
    const auto next = http::resolve_url(location, sent ? answer->location : "");
    const bool leaves = next && next->host != first.host && check.purpose == Purpose::kProbe;
    if (!next || leaves) {
      return check.purpose == Purpose::kHook ? CheckResult{} : verdict(*answer);
    }
    location = *next;
  }
  return {Outcome::kFailure, "Get " + go_quoted(location.text()) + ": stopped after 10 redirects"};
}

}  // namespace sluice::pod
