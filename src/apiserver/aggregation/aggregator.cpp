// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/aggregator.h"

#include <algorithm>

#include "api/openapi/merge.h"
#include "apiserver/aggregation/remote_discovery.h"
#include "apiserver/proxy/rewrite.h"
#include "apiserver/status.h"
#include "base/text.h"
#include "http/backend.h"
#include "http/tls.h"
#include "json/text.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kAnswerWithin{60};
constexpr std::chrono::seconds kDescribeWithin{5};
constexpr std::size_t kMaxDescription = std::size_t{16} * 1024 * 1024;

http::Response plain(int status, std::string text) {
  http::Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text) + "\n";
  return response;
}

// Who asks, as the server behind believes it from us. What the client said itself does not count.
void name_user(const auth::User& user, http::Headers& headers) {
  http::Headers kept;
  for (const auto& [name, value] : headers) {
    if (!starts_with_no_case(name, "X-Remote-") && !starts_with_no_case(name, "Impersonate-")) {
      kept.add(name, value);
    }
  }
  kept.add("X-Remote-User", user.name);
  if (!user.uid.empty()) {
    kept.add("X-Remote-Uid", user.uid);
  }
  for (const std::string& group : user.groups) {
    kept.add("X-Remote-Group", group);
  }
  for (const auto& [key, values] : user.extra) {
    for (const std::string& value : values) {
      kept.add("X-Remote-Extra-" + http::percent_encode(key), value);
    }
  }
  headers = std::move(kept);
}

}  // namespace

Aggregator::Aggregator(const registry::Registry& registry, http::Credential front_proxy)
    : addresses_(registry, {.allow_loopback = true}),
      front_proxy_(std::move(front_proxy)),
      services_(registry, {&api::kinds::api_service()}) {}

std::vector<ApiService> Aggregator::all() const {
  const auto services = services_.current();
  return services ? (*services)->all() : std::vector<ApiService>();
}

Result<http::SslContextPtr> Aggregator::tls(const ApiService& service) const {
  const http::TlsIdentity identity{front_proxy_.certificate_pem, front_proxy_.key_pem};
  return service.any_certificate ? http::unverified_client_tls_context(identity)
                                 : http::client_tls_context(identity, service.ca_pem);
}

Result<http::BackendAnswer> Aggregator::ask(const ApiService& service,
                                            const http::BackendRequest& request,
                                            Duration timeout) const {
  TRY_ASSIGN(const ProxyTarget target,
             addresses_.server(service.ns, service.service, service.port));
  TRY_ASSIGN(const http::SslContextPtr context, tls(service));
  return http::ask_backend(pump_,
                           {.host = target.host,
                            .port = target.port,
                            .tls = context.get(),
                            .server_name = service.service + "." + service.ns + ".svc"},
                           request, timeout);
}

std::optional<http::Response> Aggregator::serve(const http::Request& request,
                                                const auth::User& user, WaitingRoom& room) const {
  std::string_view path = request.target.path;
  if (path.starts_with("/openapi/v3/apis/")) {
    path.remove_prefix(std::string_view("/openapi/v3").size());
  }
  const auto parts = split(path, '/');  // "", "apis", group, version, …
  if (parts.size() < 4 || parts[1] != "apis") {
    return std::nullopt;
  }
  std::optional<ApiService> service;
  if (const auto services = services_.current()) {
    const ApiService* found = (*services)->find(parts[2], parts[3]);
    service = found != nullptr ? std::optional(*found) : std::nullopt;
  }
  if (!service) {
    return std::nullopt;
  }
  if (!service->available) {
    return plain(503, "service unavailable");
  }
  return pass_on(*service, request, user, room);
}

http::Response Aggregator::pass_on(const ApiService& service, const http::Request& request,
                                   const auth::User& user, WaitingRoom& room) const {
  const WaitingRoom::Seat seat = room.enter(service.group_version());
  if (!seat) {
    return no_seat_response();
  }
  const ProxyPath whole{.prefix = "", .rest = request.target.path};
  http::BackendRequest forwarded = backend_request(request, whole);
  name_user(user, forwarded.headers);
  auto answer = ask(service, forwarded, kAnswerWithin);
  if (!answer) {
    return plain(503, "error trying to reach service: " + answer.error().message);
  }
  return proxy_response(std::move(*answer), whole, {});
}

// What the server says of itself, asked for as nobody else but us.
Result<RemoteDescriptions::Answer> Aggregator::read(const ApiService& service,
                                                    const std::string& path,
                                                    const std::string& tag) const {
  http::BackendRequest request{.method = "GET", .target = path, .headers = {}, .body = {}};
  request.headers.add("Host", service.service + "." + service.ns + ".svc");
  request.headers.add("Accept", "application/json");
  request.headers.add("Connection", "close");
  if (!tag.empty()) {
    request.headers.add("If-None-Match", tag);
  }
  name_user({.name = "system:kube-aggregator", .groups = {std::string(auth::kMasters)}},
            request.headers);
  TRY_ASSIGN(http::BackendAnswer answer, ask(service, request, kDescribeWithin));
  if (answer.status == 304 && !tag.empty()) {
    return RemoteDescriptions::Answer{.text = "", .tag = tag, .not_modified = true};
  }
  if (answer.status != 200) {
    return fail(Code::kUnavailable, "bad status from " + request.target + ": " +
                                        std::to_string(answer.status) + ", expected 200");
  }
  TRY_ASSIGN(std::string text, http::whole_body(answer, kMaxDescription, kDescribeWithin));
  return RemoteDescriptions::Answer{.text = std::move(text),
                                    .tag = std::string(answer.headers.get("ETag"))};
}

Result<void> Aggregator::probe(const json::Value& api_service) const {
  const ApiService service = parse_api_service(api_service);
  return descriptions_.read(service, [&](const std::string& path, const std::string& tag) {
    return read(service, path, tag);
  });
}

std::optional<json::Value> Aggregator::group(std::string_view name) const {
  std::vector<ApiService> versions = all();
  std::erase_if(versions, [&](const ApiService& service) { return service.group != name; });
  if (versions.empty()) {
    return std::nullopt;
  }
  json::Value entry = remote_group(versions);
  entry["kind"] = "APIGroup";
  entry["apiVersion"] = "v1";
  return entry;
}

void Aggregator::add_groups(json::Value& group_list) const {
  const std::vector<ApiService> services = all();
  for (auto first = services.begin(); first != services.end();) {
    const auto next = std::find_if(first, services.end(), [&](const ApiService& service) {
      return service.group != first->group;
    });
    group_list["groups"].array().push_back(remote_group({first, next}));
    first = next;
  }
}

void Aggregator::add_discovery(json::Value& discovery) const {
  json::Array& items = discovery["items"].array();
  for (const ApiService& service : all()) {
    const auto known = descriptions_.of(service);
    json::Value version =
        remote_version(service, known->resources, service.available && known->fresh);
    if (items.empty() || items.back().at("metadata", "name").as_string() != service.group) {
      items.push_back(json::Object{{"metadata", json::Object{{"name", service.group}}},
                                   {"versions", json::Array()}});
    }
    items.back()["versions"].array().push_back(std::move(version));
  }
}

void Aggregator::add_openapi_v2(json::Value& document) const {
  for (const ApiService& service : all()) {
    api::merge_openapi_v2(document, descriptions_.of(service)->openapi_v2,
                          "/apis/" + service.group + "/");
  }
}

std::string Aggregator::openapi_v2_state() const {
  std::string state = std::to_string(descriptions_.epoch());
  for (const ApiService& service : all()) {
    state += " " + service.group_version();
  }
  return state;
}

void Aggregator::add_openapi_v3(json::Value& index) const {
  for (const ApiService& service : all()) {
    const auto known = descriptions_.of(service);
    if (!known->openapi_v3_path.empty()) {
      index["paths"]["apis/" + service.group_version()] =
          json::Object{{"serverRelativeURL", known->openapi_v3_path}};
    }
  }
}

}  // namespace sluice::apiserver
