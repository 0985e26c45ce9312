// SPDX-License-Identifier: Apache-2.0
#include "remote/http_client.h"

#include <utility>

#include "client/subresource.h"
#include "json/text.h"
#include "remote/http_watch.h"
#include "remote/resource_path.h"
#include "remote/status_error.h"

namespace sluice::remote {

namespace {

constexpr std::chrono::seconds kWriteTimeout{30};
constexpr std::chrono::seconds kReadTimeout{120};  // lists of large clusters
constexpr const char* kJson = "application/json";

std::string content_type(client::PatchType type) {
  switch (type) {
    case client::PatchType::kMerge:
      return "application/merge-patch+json";
    case client::PatchType::kStrategicMerge:
      return "application/strategic-merge-patch+json";
    case client::PatchType::kJson:
      return "application/json-patch+json";
    case client::PatchType::kApply:
      return "application/apply-patch+yaml";
  }
  return kJson;
}

std::string query(const client::Patch& patch) {
  if (patch.type != client::PatchType::kApply) {
    return "";
  }
  return std::string("?fieldManager=sluice") + (patch.force ? "&force=true" : "");
}

std::string suffix(client::Part part) {
  const std::string name = client::subresource(part);
  return name.empty() ? "" : "/" + name;
}

json::Value delete_options(const client::DeleteOptions& options) {
  json::Value body = json::Object{{"apiVersion", "v1"}, {"kind", "DeleteOptions"}};
  if (options.grace_period_seconds) {
    body["gracePeriodSeconds"] = *options.grace_period_seconds;
  }
  if (!options.uid.empty()) {
    body["preconditions"]["uid"] = options.uid;
  }
  if (!options.resource_version.empty()) {
    body["preconditions"]["resourceVersion"] = options.resource_version;
  }
  if (!options.propagation_policy.empty()) {
    body["propagationPolicy"] = options.propagation_policy;
  }
  return body;
}

client::ObjectPtr shared(client::Object object) {
  return std::make_shared<const client::Object>(std::move(object));
}

}  // namespace

Result<json::Value> HttpClient::exchange(http::ClientRequest request) {
  const bool is_read = request.method == "GET";
  request.target = prefix_ + request.target;
  TRY_ASSIGN(const http::ClientResponse response,
             http_->send(request, is_read ? kReadTimeout : kWriteTimeout));
  if (response.status < 200 || response.status > 299) {
    return tl::unexpected(response_error(response.status, response.body));
  }
  auto body = json::parse(response.body);
  if (!body) {
    return fail(Code::kUnavailable, "unreadable answer to " + request.method + " " +
                                        request.target + ": " + body.error().message);
  }
  return body;
}

Result<client::ObjectPtr> HttpClient::exchange_object(http::ClientRequest request) {
  TRY_ASSIGN(json::Value body, exchange(std::move(request)));
  return shared(std::move(body));
}

Result<client::ObjectPtr> HttpClient::get(const api::Kind& kind, const api::Key& key) {
  return exchange_object({.target = object_path(kind, key)});
}

Result<client::ObjectList> HttpClient::list(const api::Kind& kind,
                                            const client::ListOptions& options) {
  TRY_ASSIGN(json::Value body,
             exchange({.target = collection_path(kind, options.ns) +
                                 query({{"labelSelector", options.label_selector},
                                        {"fieldSelector", options.field_selector}})}));
  client::ObjectList result;
  result.resource_version = body.at("metadata", "resourceVersion").as_string();
  for (json::Value& item : body["items"].array()) {
    // Items of a list leave out what the list's kind says.
    item["apiVersion"] = kind.api_version();
    item["kind"] = kind.kind;
    api::drop_managed_fields(item);
    result.items.push_back(shared(std::move(item)));
  }
  return result;
}

Result<client::ObjectPtr> HttpClient::create(const api::Kind& kind, const client::Object& object) {
  return exchange_object({.method = "POST",
                          .target = collection_path(kind, api::ns(object)),
                          .content_type = kJson,
                          .body = json::write(object)});
}

Result<client::ObjectPtr> HttpClient::update(const api::Kind& kind, const client::Object& object,
                                             client::Part part) {
  return exchange_object({.method = "PUT",
                          .target = object_path(kind, api::key(object)) + suffix(part),
                          .content_type = kJson,
                          .body = json::write(object)});
}

Result<client::ObjectPtr> HttpClient::patch(const api::Kind& kind, const api::Key& key,
                                            const client::Patch& patch, client::Part part) {
  return exchange_object({.method = "PATCH",
                          .target = object_path(kind, key) + suffix(part) + query(patch),
                          .content_type = content_type(patch.type),
                          .body = json::write(patch.body)});
}

Result<void> HttpClient::remove(const api::Kind& kind, const api::Key& key,
                                const client::DeleteOptions& options) {
  TRY(exchange({.method = "DELETE",
                .target = object_path(kind, key),
                .content_type = kJson,
                .body = json::write(delete_options(options))}));
  return {};
}

Result<client::ObjectPtr> HttpClient::create_subresource(const api::Kind& kind, const api::Key& key,
                                                         const std::string& subresource,
                                                         const client::Object& body) {
  // The one subresource of this form that Kubernetes takes by PUT.
  const char* method = subresource == "finalize" ? "PUT" : "POST";
  return exchange_object(
      {.method = method,
       .target = object_path(kind, key) + "/" + http::percent_encode(subresource),
       .content_type = kJson,
       .body = json::write(body)});
}

Result<std::unique_ptr<client::Watch>> HttpClient::watch(const api::Kind& kind,
                                                         const client::WatchOptions& options) {
  const http::ClientRequest request{
      .target = prefix_ + collection_path(kind, options.ns) +
                query({{"watch", "true"},
                       {"labelSelector", options.label_selector},
                       {"fieldSelector", options.field_selector},
                       {"resourceVersion", options.resource_version},
                       {"allowWatchBookmarks", options.bookmarks ? "true" : ""},
                       {"timeoutSeconds", std::to_string(kWatchTime.count())}})};
  TRY_ASSIGN(http::Client::Opened opened, http_->open(request, kWriteTimeout));
  if (opened.lines == nullptr) {
    return tl::unexpected(response_error(opened.refused.status, opened.refused.body));
  }
  return std::make_unique<HttpWatch>(std::move(opened.lines));
}

Result<std::unique_ptr<client::Client>> connect(Endpoint endpoint) {
  TRY_ASSIGN(auto http, http::make_client(std::move(endpoint.connection)));
  return std::make_unique<HttpClient>(std::move(http), std::move(endpoint.path_prefix));
}

Result<std::unique_ptr<client::Client>> connect(const std::filesystem::path& kubeconfig) {
  TRY_ASSIGN(Endpoint endpoint, read_kubeconfig(kubeconfig));
  return connect(std::move(endpoint));
}

}  // namespace sluice::remote
