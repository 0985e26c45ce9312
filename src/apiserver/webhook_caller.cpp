// SPDX-License-Identifier: Apache-2.0
#include "apiserver/webhook_caller.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

#include "apiserver/proxy/addresses.h"
#include "base/text.h"
#include "http/client.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::size_t kMostClients = 100;
constexpr std::size_t kLongestQuote = 512;

Result<std::uint16_t> parse_port(std::string_view text) {
  const auto port = parse_int(text);
  if (!port || *port < 1 || *port > 65535) {
    return fail(Code::kBadRequest, "the webhook's url has no valid port");
  }
  return static_cast<std::uint16_t>(*port);
}

Result<WebhookAddress> parse_url(std::string_view url) {
  constexpr std::string_view kScheme = "https://";
  if (!url.starts_with(kScheme)) {
    return fail(Code::kBadRequest, "the webhook's url must begin with https://");
  }
  WebhookAddress address{.url = std::string(url.substr(0, url.find('?')))};
  url.remove_prefix(kScheme.size());
  const std::size_t slash = std::min(url.find('/'), url.size());
  std::string_view authority = url.substr(0, slash);
  address.path = slash == url.size() ? "/" : std::string(url.substr(slash));
  const std::size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && !authority.ends_with(']')) {
    TRY_ASSIGN(address.port, parse_port(authority.substr(colon + 1)));
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  address.host = authority;
  return address;
}

// The clients in use, each with its idle connections. Shared by all calls.
class Clients {
 public:
  Result<std::shared_ptr<http::Client>> to(const WebhookAddress& address, const std::string& ca) {
    const Key key{address.host, address.port, address.server_name, ca};
    const std::scoped_lock lock(mutex_);
    if (const auto found = clients_.find(key); found != clients_.end()) {
      return found->second;
    }
    TRY_ASSIGN(auto made, http::make_client({.host = address.host,
                                             .port = address.port,
                                             .server_name = address.server_name,
                                             .ca_pem = ca}));
    if (clients_.size() >= kMostClients) {
      clients_.clear();
    }
    return clients_.emplace(key, std::move(made)).first->second;
  }

 private:
  using Key = std::tuple<std::string, std::uint16_t, std::string, std::string>;
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<http::Client>> clients_;  // shared with calls under way
};

std::string with_timeout(const std::string& path, const std::string& seconds) {
  return path + (path.find('?') == std::string::npos ? "?" : "&") + "timeout=" + seconds + "s";
}

std::string reason_of(const Error& error) {
  return error.code == Code::kTimeout ? "context deadline exceeded" : error.message;
}

Result<json::Value> read_answer(const http::ClientResponse& answer) {
  if (answer.status / 100 != 2) {
    return fail(Code::kUnavailable, answer.body.empty() ? "the server answered with status " +
                                                              std::to_string(answer.status)
                                                        : answer.body.substr(0, kLongestQuote));
  }
  return json::parse(answer.body);
}

}  // namespace

ResolveService resolve_by_endpoints(const registry::Registry& registry) {
  return [&registry](const json::Value& service) -> Result<WebhookAddress> {
    const std::string& ns = service.at("namespace").as_string();
    const std::string& name = service.at("name").as_string();
    const std::string port = std::to_string(service.at("port").as_int(443));
    TRY_ASSIGN(const ProxyTarget target,
               ProxyAddresses(registry, {.allow_loopback = true}).server(ns, name, port));
    std::string path = service.at("path").as_string();
    path = path.starts_with('/') ? path : "/" + path;
    const std::string server = name + "." + ns + ".svc";
    return WebhookAddress{.host = target.host,
                          .port = target.port,
                          .path = path,
                          .server_name = server,
                          .url = "https://" + server + ":" + port + path};
  };
}

Result<WebhookAddress> webhook_address(const json::Value& client_config,
                                       const ResolveService& resolve) {
  if (const json::Value* url = client_config.find("url")) {
    return parse_url(url->as_string());
  }
  const json::Value* service = client_config.find("service");
  if (service == nullptr) {
    return fail(Code::kBadRequest, "the webhook has neither url nor service");
  }
  if (!resolve) {
    return fail(Code::kUnavailable, "services of webhooks cannot be reached here");
  }
  return resolve(*service);
}

PostReview post_over_https(ResolveService resolve) {
  auto clients = std::make_shared<Clients>();  // shared by copies of the function
  return [resolve = std::move(resolve), clients](const json::Value& client_config,
                                                 const json::Value& review,
                                                 Duration timeout) -> Result<json::Value> {
    TRY_ASSIGN(const WebhookAddress address, webhook_address(client_config, resolve));
    TRY_ASSIGN(const std::string ca, base64_decode(client_config.at("caBundle").as_string()));
    TRY_ASSIGN(const auto client, clients->to(address, ca));
    const std::string seconds =
        std::to_string(std::chrono::ceil<std::chrono::seconds>(timeout).count());
    const auto answer = client->send({.method = "POST",
                                      .target = with_timeout(address.path, seconds),
                                      .content_type = "application/json",
                                      .body = json::write(review)},
                                     timeout);
    auto body = answer ? read_answer(*answer) : tl::unexpected(answer.error());
    if (!body) {
      return fail(body.error().code, "Post \"" + with_timeout(address.url, seconds) +
                                         "\": " + reason_of(body.error()));
    }
    return body;
  };
}

}  // namespace sluice::apiserver
