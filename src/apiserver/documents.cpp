// SPDX-License-Identifier: Apache-2.0
#include "apiserver/documents.h"

#include <array>
#include <span>

#include "api/discovery.h"
#include "apiserver/entity_tag.h"
#include "apiserver/health.h"
#include "apiserver/negotiate.h"
#include "apiserver/status.h"
#include "apiserver/storage_version.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

http::Response document(const json::Value& value) {
  http::Response response;
  response.body = json::write(value);
  return response;
}

std::optional<json::Value> resource_list(std::span<const api::Kind> kinds, std::string_view group,
                                         std::string_view version) {
  auto list = api::api_resource_list(kinds, group, version);
  if (list) {
    add_storage_versions(kinds, *list);
  }
  return list;
}

// What is not there is not acceptable in any form.
std::optional<http::Response> acceptable(const http::Request& request,
                                         std::optional<http::Response> response,
                                         std::span<const Encoding> encodings = kEncodings) {
  if (response) {
    if (const auto fault = unacceptable(request, encodings)) {
      return fault_response(*fault);
    }
  }
  return response;
}

std::optional<http::Response> found(const std::optional<json::Value>& value) {
  if (!value) {
    return std::nullopt;
  }
  return document(*value);
}

json::Value root_document() {
  json::Array paths;
  for (const char* path :
       {"/.well-known/openid-configuration", "/api", "/api/v1", "/apis", "/healthz", "/livez",
        "/metrics", "/openapi/v2", "/openapi/v3", "/openid/v1/jwks", "/readyz", "/version"}) {
    paths.emplace_back(path);
  }
  return json::Object{{"paths", std::move(paths)}};
}

}  // namespace

// The core group (/api) or all the others (/apis), with every resource of theirs at once.
http::Response Documents::aggregated(const http::Request& request, Kinds kinds,
                                     const std::string& version, bool core) const {
  json::Value list = api::aggregated_discovery(kinds, core);
  list["apiVersion"] = "apidiscovery.k8s.io/" + version;
  if (!core && aggregator_ != nullptr) {
    aggregator_->add_discovery(list);
  }
  http::Response response = document(list);
  response.content_type =
      "application/json;g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList";
  response.headers.add("Vary", "Accept");
  response.headers.add("Cache-Control", "public");
  return tagged(request, std::move(response));
}

http::Response Documents::groups(const http::Request& request, Kinds kinds, bool core) const {
  const auto version = aggregated_discovery_version(request.headers.get("Accept"));
  if (!version.empty()) {
    return aggregated(request, kinds, version, core);
  }
  json::Value list =
      core ? api::api_versions(request.headers.get("Host")) : api::api_group_list(kinds);
  if (!core && aggregator_ != nullptr) {
    aggregator_->add_groups(list);
  }
  http::Response response = document(list);
  response.headers.add("Vary", "Accept");
  return response;
}

std::optional<json::Value> Documents::group(Kinds kinds, std::string_view name) const {
  auto own = api::api_group(kinds, name);
  return own || aggregator_ == nullptr ? own : aggregator_->group(name);
}

std::optional<http::Response> Documents::discovery(const http::Request& request,
                                                   Kinds kinds) const {
  std::string_view path = request.target.path;
  if (path.size() > 1 && path.ends_with('/')) {
    path.remove_suffix(1);
  }
  const auto parts = split(path.substr(1), '/');
  const bool core = parts.front() == "api";
  if (!core && parts.front() != "apis") {
    return std::nullopt;
  }
  if (parts.size() == 1) {
    return groups(request, kinds, core);
  }
  if (core) {
    return parts.size() == 2 ? found(resource_list(kinds, "", parts[1])) : std::nullopt;
  }
  if (parts.size() == 2) {
    return found(group(kinds, parts[1]));
  }
  return parts.size() == 3 ? found(resource_list(kinds, parts[1], parts[2])) : std::nullopt;
}

std::optional<http::Response> Documents::describe(const http::Request& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    return method_not_allowed();
  }
  const std::string& path = request.target.path;
  if (path == "/") {
    return document(root_document());
  }
  if (path == "/version" || path == "/version/") {
    return acceptable(request, document(version_document()), std::array{Encoding::kJson});
  }
  if (path.starts_with("/openapi/")) {
    return openapi_.describe(request);
  }
  if (auto health = health_response(request.target, store_ ? store_() : Result<void>())) {
    return health;
  }
  return acceptable(request, discovery(request, catalog_.snapshot()->kinds));
}

}  // namespace sluice::apiserver
